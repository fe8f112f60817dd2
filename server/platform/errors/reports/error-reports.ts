import type { Services } from '../../context.ts'
import type { ReportError } from '../report-error.ts'
import { describeError, describeReportedError, type Occurrence, type ReportedError } from './describe-error.ts'
import { createMinuteLimit } from './minute-limit.ts'
import type { SourceMaps } from './source-maps.ts'

/** Where occurrences go: this portal's tables, or Sentry. */
export type ErrorSink = { keep: (occurrence: Occurrence) => Promise<void>; close?: () => Promise<void> }

export type ErrorReports = {
  report: ReportError
  reportFromBrowser: (error: ReportedError, by: { userId: string | undefined; browser: string }) => void
  /** Resolves once every report so far has been kept, or has failed to be. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

type ErrorReportsOptions = Pick<Services, 'log' | 'clock'> & {
  sink: ErrorSink
  sourceMaps: SourceMaps
  release: string
  /** The folder of the installation, which no report shows. */
  root: string
  maxPerMinute?: number
}

/** Waiting reports; a process that fails this often is not described better by more of them. */
const maxWaiting = 100
/** An error in a loop, or many clients together, must not keep a process busy. */
const defaultMaxPerMinute = 120
/** Strangers can report errors of browsers. They, and signed-in users, each have a limit of their own of half the size. */
const browserShare = 1 / 2
/** How far each can fill the queue: strangers leave room for users, and these for the server. */
const queueShares = { strangers: 1 / 2, users: 3 / 4 }

type Source = { admit: (now: number) => boolean; maxWaiting: number }

/**
 * Keeps errors one after another, in the background. A failure to keep one is logged and goes no further: it is neither
 * reported itself nor does it fail what failed before.
 */
export function createErrorReports(options: ErrorReportsOptions): ErrorReports {
  const { log, clock, sink, sourceMaps, maxPerMinute = defaultMaxPerMinute, ...surroundings } = options
  const own = { admit: createMinuteLimit(maxPerMinute), maxWaiting }
  const limitBrowsers = (queueShare: number): Source => ({
    admit: createMinuteLimit(maxPerMinute * browserShare),
    maxWaiting: maxWaiting * queueShare,
  })
  const [strangers, users] = [limitBrowsers(queueShares.strangers), limitBrowsers(queueShares.users)]
  const admitWarning = createMinuteLimit(1)
  let waiting = 0
  let last: Promise<void> = Promise.resolve()

  const keep = async (describe: () => Occurrence) => {
    try {
      const occurrence = describe()
      await sink.keep({ ...occurrence, frames: await sourceMaps.toSourceFrames(occurrence.frames) })
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'An error report was not kept')
    }
  }

  const add = (source: Source, describe: () => Occurrence) => {
    const now = Date.now()
    if (waiting >= source.maxWaiting || !source.admit(now)) {
      if (admitWarning(now)) log.warn({ waiting }, 'Error reports are dropped: there are too many')
      return
    }
    waiting += 1
    last = last
      .then(() => keep(describe))
      .finally(() => {
        waiting -= 1
      })
  }

  const settled = async () => {
    while (waiting > 0) await last
  }

  return {
    report: (error, context) => add(own, () => describeError(error, context, { ...surroundings, now: clock.now() })),
    reportFromBrowser: (error, by) =>
      add(by.userId ? users : strangers, () => describeReportedError(error, by, { ...surroundings, now: clock.now() })),
    settled,
    close: async () => {
      await settled()
      await sink.close?.()
    },
  }
}

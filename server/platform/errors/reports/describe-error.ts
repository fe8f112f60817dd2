import type { Breadcrumb, ErrorLayer } from '@dooryard/contract/admin/error-reports'
import { errorReportLimits } from '@dooryard/contract/admin/error-reports'
import { redactAddress, redactPersonalData } from '@dooryard/contract/api/redact'
import { newErrorId } from '../../util/ids.ts'
import type { ErrorContext } from '../report-error.ts'
import { type Frame, parseStack } from './parse-stack.ts'

/** An occurrence of an error, without personal data but the id of its user. */
export type Occurrence = {
  /** The Error ID. */
  id: string
  layer: ErrorLayer
  name: string
  message: string
  frames: Frame[]
  place: string | undefined
  release: string
  occurredAt: Date
  requestId?: string | undefined
  userId?: string | undefined
  browser?: string | undefined
  breadcrumbs: Breadcrumb[]
}

type Surroundings = { root: string; release: string; now: Date }

/** Describes an error of this process. */
export function describeError(error: unknown, context: ErrorContext, { root, release, now }: Surroundings): Occurrence {
  const { layer, place, requestId, userId } = context
  return {
    id: newErrorId(now.getTime()),
    layer,
    name: getName(error),
    message: cutMessage(redactPersonalData(getMessages(error).join(' Caused by: '))),
    frames: error instanceof Error ? parseStack(error.stack ?? '', root) : [],
    place,
    release,
    occurredAt: now,
    requestId,
    userId: userId && uuidPattern.test(userId) ? userId : undefined,
    breadcrumbs: [],
  }
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const getName = (error: unknown) =>
  error instanceof Error
    ? error.name.slice(0, errorReportLimits.name)
    : `Thrown ${error === null ? 'null' : typeof error}`

const maxCauses = 3

/** The message of an error and of its causes. */
function getMessages(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const inner = error.cause === undefined || depth === maxCauses ? [] : getMessages(error.cause, depth + 1)
  return [depth === 0 ? error.message : `${error.name}: ${error.message}`, ...inner]
}

const cutMessage = (text: string) => text.slice(0, errorReportLimits.message)

/** What a browser reports; the caller has validated its lengths. */
export type ReportedError = {
  id: string
  name: string
  message: string
  stack?: string | undefined
  page: string
  release?: string | undefined
  requestId?: string | undefined
  occurredAt: string
  breadcrumbs: Breadcrumb[]
}

type Reporter = { userId: string | undefined; browser: string }

/** A report may be sent late, once its browser is online again, but not a day late. */
const maxDelayMs = 86_400_000

/** Describes an error that a browser reported, redacting what the browser did not. */
export function describeReportedError(
  report: ReportedError,
  { userId, browser }: Reporter,
  { release, now }: Pick<Surroundings, 'release' | 'now'>,
): Occurrence {
  const { id, name, message, stack = '', page, requestId, breadcrumbs } = report
  return {
    id,
    layer: 'BROWSER',
    name: redactPersonalData(name),
    message: cutMessage(redactPersonalData(message)),
    frames: parseStack(stack, ''),
    place: redactAddress(page),
    release: report.release ?? release,
    occurredAt: clampTime(new Date(report.occurredAt), now),
    requestId,
    userId,
    browser,
    breadcrumbs: breadcrumbs.map(({ at, kind, text }) => ({
      ...{ at, kind, text: kind === 'NAVIGATION' ? redactAddress(text) : redactPersonalData(text) },
    })),
  }
}

/** The clock of a browser may be wrong. */
const clampTime = (time: Date, now: Date) => (time > now || now.getTime() - time.getTime() > maxDelayMs ? now : time)

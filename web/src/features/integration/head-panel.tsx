import type { DncCoverage } from '@dooryard/contract/dnc'
import { Skeleton } from '@mantine/core'
import { PhoneOff, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, plural } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { ageStateOf, ageWords } from './copy-age.ts'
import { oldestUsed } from './coverage-rows.ts'
import classes from './head-panel.module.css'
import { useCoverage, useIsPlatform } from './integration.data.ts'

type Tone = 'warn' | 'bad' | undefined

/** What the figures come down to. */
function answerOf({ areaCodes, expiring, stale }: DncCoverage): { words: string; tone: 'good' | 'warn' | 'bad' } {
  if (areaCodes === 0) return { words: 'No number can be checked today', tone: 'bad' }
  const words = `Numbers in ${plural(areaCodes, 'area code')} can be checked today`
  return { words, tone: expiring > 0 || stale > 0 ? 'warn' : 'good' }
}

const icons = { good: ShieldCheck, warn: ShieldAlert, bad: PhoneOff }

function Figure({ label, tone, children }: { label: string; tone?: Tone; children: ReactNode }) {
  return (
    <div data-tone={tone}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Figures({ coverage }: { coverage: DncCoverage }) {
  const { expiring, stale, numbers, maxAgeDays } = coverage
  const oldest = oldestUsed(coverage)
  const oldestTone = oldest && { CURRENT: undefined, ENDING: 'warn', STALE: 'bad' }[ageStateOf(oldest, maxAgeDays)]
  return (
    <dl className={classes.figures}>
      <Figure label="Oldest copy" tone={oldestTone as Tone}>
        {oldest ? ageWords(oldest, maxAgeDays) : 'None'}
      </Figure>
      <Figure label="Out of date within a week" tone={expiring > 0 ? 'warn' : undefined}>
        {plural(expiring, 'area code')}
      </Figure>
      <Figure label="Out of date" tone={stale > 0 ? 'bad' : undefined}>
        {plural(stale, 'area code')}
      </Figure>
      <Figure label="Numbers on the lists">{formatNumber(numbers)}</Figure>
    </dl>
  )
}

function Answer({ coverage }: { coverage: DncCoverage }) {
  const isPlatform = useIsPlatform()
  const { words, tone } = answerOf(coverage)
  const Icon = icons[tone]
  return (
    <>
      <div className={classes.answer} data-tone={tone}>
        <span>
          <Icon size={20} aria-hidden="true" />
        </span>
        <h2>{words}</h2>
      </div>
      <Figures coverage={coverage} />
      <div className={classes.rules}>
        <p>
          A copy of the national registry older than {coverage.maxAgeDays} days is too old: the Telemarketing Sales Rule
          (16 CFR 310.4(b)(3)(iv)) asks callers for one obtained no more than {coverage.maxAgeDays} days before the
          call.
        </p>
        {!isPlatform && (
          <p>
            The Federal Trade Commission asks each seller for a subscription account number of its own, which may not be
            shared: get yours at{' '}
            <a href="https://telemarketing.donotcall.gov" target="_blank" rel="noreferrer">
              telemarketing.donotcall.gov
            </a>
            .
          </p>
        )}
      </div>
    </>
  )
}

/** At a glance: what can be checked today, and what soon cannot. */
export function HeadPanel() {
  const { data, error, refetch } = useCoverage()
  return (
    <Panel>
      {data ? (
        <Answer coverage={data} />
      ) : error ? (
        <LoadFailure what="The coverage" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.bones} role="status" aria-label="Loading the coverage">
          <Skeleton height={28} width="60%" />
          <Skeleton height={52} />
          <Skeleton height={16} width="85%" />
        </div>
      )}
    </Panel>
  )
}

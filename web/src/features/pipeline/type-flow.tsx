import type { CreditSetting } from '@dooryard/contract/credits'
import type { Criteria } from '@dooryard/contract/criteria'
import { Skeleton } from '@mantine/core'
import type { QuoteResult } from '../../criteria/quote.data.ts'
import { plural } from '../../lib/format.ts'
import { FlowCost } from './flow-cost.tsx'
import classes from './flow-picture.module.css'
import { typeSteps } from './flow-rules.ts'
import { Step, StepFailure } from './flow-steps.tsx'

type TypeFlowProps = { setting: CreditSetting; quote: QuoteResult; criteria: Criteria; isShown: boolean }

function Steps({ quote }: { quote: NonNullable<QuoteResult['data']> }) {
  const steps = typeSteps(quote)
  return (
    <ol className={classes.steps}>
      {steps.map(({ key, label, count, taken, hint }, index) => (
        <Step
          key={key}
          label={label}
          count={count}
          most={quote.matched}
          before={steps[index - 1]?.count ?? quote.matched}
          taken={taken}
          hint={hint}
          isLast={index === steps.length - 1}
        />
      ))}
    </ol>
  )
}

/** What is left of the matches for one campaign type, and what that costs. */
export function TypeFlow({ setting, quote, criteria, isShown }: TypeFlowProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = quote
  const isStale = isPlaceholderData || (data === undefined ? false : Boolean(error))
  return (
    <section
      className={classes.type}
      aria-label={setting.name}
      data-hidden-on-phone={!isShown || undefined}
      data-failed={Boolean(error) || undefined}
    >
      <header>
        <h3>{setting.name}</h3>
        <span>{plural(setting.creditRequired, 'credit')} a lead</span>
      </header>
      {error && (
        <StepFailure
          what={data ? 'Not counted again.' : 'Not counted.'}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        <div className={classes.figures} data-stale={isStale || undefined} aria-busy={isPlaceholderData}>
          <Steps quote={data} />
        </div>
      ) : (
        !error && <Skeleton height={260} radius="md" aria-label="Counting…" />
      )}
      <FlowCost setting={setting} quote={data} isStale={isStale} criteria={criteria} />
    </section>
  )
}

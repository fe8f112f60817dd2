import type { Criteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { useOrderQuote } from '../../criteria/quote.data.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import classes from './flow-picture.module.css'
import { partsOf, stackTaken } from './flow-rules.ts'
import { Step, StepFailure } from './flow-steps.tsx'
import { type Counted, useDistinct, useLastKnown } from './pipeline.data.ts'
import { stackInWords } from './stack-rules.ts'
import { TypeFlow } from './type-flow.tsx'

type FlowPictureProps = {
  criteria: Criteria
  searches: readonly SavedSearch[]
  counts: readonly Counted[]
  atLeast: number
  type: CampaignType | undefined
  onType: (type: CampaignType) => void
}

/** What each search finds, side by side in one bar. */
function SourceBar({ counts }: { counts: readonly number[] }) {
  return (
    <span className={classes.parts} aria-hidden="true">
      {partsOf(counts).map(({ from, width }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place
          key={index}
          data-shade={index % 5}
          style={{ left: `${from}%`, width: `${width}%` }}
        />
      ))}
    </span>
  )
}

type SourceProps = Pick<FlowPictureProps, 'searches' | 'counts' | 'atLeast'> & { distinct: Counted }

/** What the searches find, and what of it is found once. */
function SourceSteps({ searches, counts, atLeast, distinct }: SourceProps) {
  const each = counts.map(({ count }) => count)
  const known = each.every((count) => count !== undefined) ? (each as number[]) : undefined // as the line says
  const last = useLastKnown(known && JSON.stringify(known))
  const shown: number[] | undefined = last && JSON.parse(last)
  const found = shown?.reduce((sum, count) => sum + count, 0)
  const isStack = searches.length > 1
  // Both are of the same searches only when both are fresh.
  const isStale = known === undefined || distinct.isStale
  const taken =
    found !== undefined && distinct.count !== undefined && !isStale
      ? stackTaken(found, distinct.count, atLeast)
      : undefined
  const most = Math.max(found ?? 0, distinct.count ?? 0)
  const failed = counts.find(({ error }) => error !== null)
  return (
    <div className={classes.figures} data-stale={isStale || undefined} aria-busy={isStale}>
      <ol className={classes.steps}>
        <Step
          label={isStack ? `Found by ${formatNumber(searches.length)} searches` : 'Found by the search'}
          count={failed && !shown ? undefined : found}
          most={most}
          bar={shown && <SourceBar counts={shown} />}
        />
        {isStack && (
          <Step
            label={`${stackInWords(atLeast, searches.length)}, each counted once`}
            count={distinct.count}
            most={most}
            before={found}
            taken={taken}
          />
        )}
      </ol>
      {isStack && distinct.error && (
        <StepFailure
          what="The stack was not counted."
          error={distinct.error}
          isFetching={distinct.isFetching}
          onRetry={distinct.again}
        />
      )}
    </div>
  )
}

type SwitchProps = { types: { key: CampaignType; name: string }[]; type: CampaignType | undefined }

/** On a phone one campaign type is looked at at a time. */
function TypeSwitch({ types, type, onType }: SwitchProps & { onType: (type: CampaignType) => void }) {
  return (
    <fieldset className={classes.typeSwitch}>
      <legend className="visually-hidden">Campaign type</legend>
      <Segments
        name="flowType"
        segments={types.map(({ key, name }) => ({ value: key, label: name }))}
        value={type}
        onChange={onType}
      />
    </fieldset>
  )
}

/** The way from what the searches find to what can be delivered, as a picture that reads as a list. */
export function FlowPicture({ criteria, searches, counts, atLeast, type, onType }: FlowPictureProps) {
  const settings = useCreditSettings()
  const areCounted = counts.every(({ isFetching }) => !isFetching)
  const isStack = searches.length > 1
  const stacked = useDistinct(criteria, areCounted && isStack)
  // What one search finds is counted already. Asked again once it is there, it would be under way again, and so for ever.
  const distinct = (isStack ? undefined : counts[0]) ?? stacked
  // The numbers that are there first are those that are asked first.
  const isWanted = areCounted && !distinct.isFetching
  const quotes = {
    MAIL_READY: useOrderQuote({ campaignType: 'MAIL_READY', criteria }, isWanted),
    CALL_READY: useOrderQuote({ campaignType: 'CALL_READY', criteria }, isWanted),
  }
  const types = settings ?? []
  const shownType = types.find(({ key }) => key === type)?.key ?? types[0]?.key
  const dataAsOf = quotes.MAIL_READY.data?.dataAsOf
  return (
    <Panel
      title="Flow"
      aside={dataAsOf && <span className={classes.asOf}>Counting is free. Data as of {formatDay(dataAsOf)}</span>}
      flush
    >
      <div className={classes.shared}>
        <SourceSteps searches={searches} counts={counts} atLeast={atLeast} distinct={distinct} />
      </div>
      <TypeSwitch types={types} type={shownType} onType={onType} />
      <div className={classes.types}>
        {types.map((setting) => (
          <TypeFlow
            key={setting.key}
            setting={setting}
            quote={quotes[setting.key]}
            criteria={criteria}
            isShown={setting.key === shownType}
          />
        ))}
      </div>
    </Panel>
  )
}

import type { Lead } from '@dooryard/contract/leads'
import { leadStages } from '@dooryard/contract/vocabularies'
import { NativeSelect } from '@mantine/core'
import { readable } from '../../lib/format.ts'
import { useChangeStage } from './leads.data.ts'
import classes from './leads.module.css'
import type { OwnDesk } from './orders-desk.ts'

const choices = leadStages.terms.map(({ value, label }) => ({ value, label }))
const stageOf = (chosen: string) => leadStages.values.find((stage) => stage === chosen)

/** How far somebody has come with a lead; what is chosen shows at once. */
export function StageSelect({ lead, desk }: { lead: Lead; desk: OwnDesk }) {
  const change = useChangeStage(desk, lead.propertyId)
  return (
    <NativeSelect
      size="xs"
      className={classes.stage}
      aria-label={`Stage of ${lead.ownerName ? readable(lead.ownerName) : `lead ${lead.rank}`}`}
      data={choices}
      value={lead.stage}
      onChange={({ currentTarget }) => {
        const to = stageOf(currentTarget.value)
        if (to) change.mutate({ from: lead.stage, to })
      }}
    />
  )
}

import type { LeadStage } from '@dooryard/contract/vocabularies'
import { ActionIcon } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type BoardFilter, columnLeads } from './board.data.ts'
import { keyOfLead, leadsOf } from './board-rules.ts'
import classes from './lead-drawer.module.css'

type LeadStepsProps = {
  leadKey: string
  stage: LeadStage
  filter: BoardFilter
  onLead: (key: string) => void
}

/** To the lead before and the one behind in the same stage. */
export function LeadSteps({ leadKey, stage, filter, onLead }: LeadStepsProps) {
  const column = useInfiniteQuery(columnLeads(stage, filter))
  const keys = leadsOf(column.data).map(keyOfLead)
  const place = keys.indexOf(leadKey)
  if (place < 0) return null
  const before = keys[place - 1]
  const behind = keys[place + 1]
  const forward = async () => {
    if (behind) return onLead(behind)
    const { data } = await column.fetchNextPage()
    const next = leadsOf(data).map(keyOfLead)[place + 1]
    if (next) onLead(next)
  }
  return (
    <div className={classes.stepsTo}>
      <ActionIcon
        aria-label="Previous lead"
        title="Previous lead"
        disabled={!before}
        onClick={() => before && onLead(before)}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        aria-label="Next lead"
        title="Next lead"
        disabled={!behind && !column.hasNextPage}
        loading={!behind && column.isFetchingNextPage}
        onClick={() => void forward()}
      >
        <ChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

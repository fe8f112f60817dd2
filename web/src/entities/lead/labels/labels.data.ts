import { type LeadLabel, leadLabels } from '@dooryard/contract/leads/lead-labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'

const none: LeadLabel[] = []

/** The user's tags and assignees by name; empty until they are loaded. */
export function useLeadLabels() {
  const { data } = useQuery(buildQuery(leadLabels.list, {}))
  const items = data?.items ?? none
  // The same until they change, because the cards of the board depend on them.
  return useMemo(
    () => ({
      tags: items.filter(({ kind }) => kind === 'TAG'),
      assignees: items.filter(({ kind }) => kind === 'ASSIGNEE'),
      byId: new Map(items.map((label) => [label.id, label])),
    }),
    [items],
  )
}

export type LeadLabels = ReturnType<typeof useLeadLabels>

export const toOptions = (labels: readonly LeadLabel[]) => labels.map(({ id, name }) => ({ value: id, label: name }))

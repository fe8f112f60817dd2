import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSavedSearchNames } from '../../../../criteria/describe/criterion-labels.data.ts'
import { setCriteriaValue } from '../../../../criteria/edit-criteria.ts'
import { OrderBreakdown } from '../../../../criteria/order-quote/order-breakdown.tsx'
import type { QuoteResult } from '../../../../criteria/order-quote/quote.data.ts'
import { useSavedSearches } from '../../../../criteria/saved-searches/saved-searches.data.ts'
import { pluralize } from '../../../../lib/format/format.ts'
import { Panel } from '../../../../ui/display/panel.tsx'
import type { CampaignDraft } from '../campaign-draft.ts'
import { DncCoveragePanel } from './dnc-coverage-panel.tsx'

type ExclusionsProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** The contract's maximum. */
const maxExcludedSearches = 20

const ExcludeDelivered = ({ criteria, onChange }: ExclusionsProps) => (
  <Panel title="Delivered before">
    <Checkbox
      label="Leave out leads that are yours already"
      description={
        `Otherwise they come along: free where you paid for them within ${repeatLeadFreeDays} days, ` +
        'at the price of any lead where that is longer ago.'
      }
      checked={criteria.exclude?.delivered ?? true}
      onChange={({ currentTarget: { checked } }) =>
        onChange(setCriteriaValue(criteria, 'exclude', 'delivered', checked ? undefined : false))
      }
    />
  </Panel>
)

function ExcludedSearches({ criteria, onChange }: ExclusionsProps) {
  const [search, setSearch] = useState('')
  const { data } = useSavedSearches(search)
  const chosen = criteria.exclude?.savedSearchIds ?? []
  const items = data?.items ?? []
  const getSearchName = useSavedSearchNames(chosen, items)
  const ids = [...new Set([...chosen, ...items.map(({ id }) => id)])]
  if (data && ids.length === 0 && search === '')
    return (
      <Text fz="sm" c="dimmed">
        You have no saved searches to leave out.
      </Text>
    )
  return (
    <MultiSelect
      label="Saved searches to leave out"
      description="Leads that match one of them when you order are excluded."
      placeholder={chosen.length === 0 ? 'Choose' : undefined}
      data={ids.map((id) => ({ value: id, label: getSearchName(id) }))}
      value={chosen}
      onChange={(next) => onChange(setCriteriaValue(criteria, 'exclude', 'savedSearchIds', next))}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      maxValues={maxExcludedSearches}
      nothingFoundMessage="No saved search is called that"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}

function ExcludedProperties({ criteria, onChange }: ExclusionsProps) {
  const count = criteria.exclude?.propertyIds?.length ?? 0
  if (count === 0) return null
  return (
    <Group justify="space-between" gap="4px 12px" fz="sm">
      {pluralize(count, 'property', 'properties')} left out one by one
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange(setCriteriaValue(criteria, 'exclude', 'propertyIds', undefined))}
      >
        Take back in
      </Button>
    </Group>
  )
}

type SuppressionStepProps = { draft: CampaignDraft; quote: QuoteResult; onChange: (criteria: Criteria) => void }

export function SuppressionStep({ draft, quote, onChange }: SuppressionStepProps) {
  const { criteria, campaignType } = draft
  return (
    <Stack miw={0}>
      <ExcludeDelivered criteria={criteria} onChange={onChange} />
      <Panel title="Your own exclusions">
        <Stack miw={0}>
          <ExcludedSearches criteria={criteria} onChange={onChange} />
          <ExcludedProperties criteria={criteria} onChange={onChange} />
        </Stack>
      </Panel>
      {campaignType === 'CALL_READY' && <DncCoveragePanel />}
      <Panel title="What is left">
        <OrderBreakdown quote={quote} />
      </Panel>
    </Stack>
  )
}

import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import { type Criteria, excludesPurchased } from '@dooryard/contract/criteria/criteria'
import { Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSavedSearchNames } from '../../../../criteria/describe/criterion-labels.data.ts'
import { setCriteriaValue } from '../../../../criteria/edit-criteria.ts'
import { OrderBreakdown } from '../../../../criteria/order-quote/order-breakdown.tsx'
import { useSavedSearches } from '../../../../criteria/saved-searches/saved-searches.data.ts'
import { pluralize } from '../../../../lib/format/format.ts'
import { Panel } from '../../../../ui/display/panel.tsx'
import { toAddPhonesChoice } from '../campaign-draft.ts'
import type { CampaignWizard } from '../use-campaign-wizard.ts'
import { DncCoveragePanel } from './dnc-coverage-panel.tsx'

type ExclusionsProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** The contract's maximum. */
const maxExcludedSearches = 20

const ExcludePurchased = ({ criteria, onChange }: ExclusionsProps) => (
  <Panel title="Purchased leads">
    <Checkbox
      label="Leave out leads you purchased"
      description={`Those of the last ${repeatLeadFreeDays} days. Otherwise they come again, free for the data you paid for.`}
      checked={excludesPurchased(criteria)}
      // An audience of purchased leads alone would be empty without them.
      disabled={criteria.only?.purchased !== undefined || criteria.only?.orderId !== undefined}
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

export function SuppressionStep({ wizard: { draft, change, audience } }: { wizard: CampaignWizard }) {
  const { criteria, campaignType } = draft
  const onChange = (next: Criteria) => change({ criteria: next })
  return (
    <Stack miw={0}>
      <ExcludePurchased criteria={criteria} onChange={onChange} />
      <Panel title="Your own exclusions">
        <Stack miw={0}>
          <Checkbox
            label="Exclude institutional owners"
            description="Government and nonprofit bodies, lenders, and companies that hold ten or more properties."
            checked={criteria.exclude?.institutional ?? false}
            onChange={({ currentTarget: { checked } }) =>
              onChange(setCriteriaValue(criteria, 'exclude', 'institutional', checked ? true : undefined))
            }
          />
          <ExcludedSearches criteria={criteria} onChange={onChange} />
          <ExcludedProperties criteria={criteria} onChange={onChange} />
        </Stack>
      </Panel>
      {campaignType === 'CALL_READY' && <DncCoveragePanel />}
      <Panel title="What is left">
        <OrderBreakdown quote={audience.quote} addPhones={toAddPhonesChoice(draft, change)} />
      </Panel>
    </Stack>
  )
}

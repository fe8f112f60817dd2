import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import { type Criteria, excludesPurchased } from '@dooryard/contract/criteria/criteria'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { setCriteriaValue } from '../../../../criteria/edit-criteria.ts'
import { ExclusionSelect } from '../../../../criteria/exclusions/exclusion-select.tsx'
import { SuppressionListField } from '../../../../criteria/exclusions/suppression-list-field.tsx'
import { OrderBreakdown } from '../../../../criteria/order-quote/order-breakdown.tsx'
import { pluralize } from '../../../../lib/format/format.ts'
import { Panel } from '../../../../ui/display/panel.tsx'
import { toAddPhonesChoice } from '../campaign-draft.ts'
import type { CampaignWizard } from '../use-campaign-wizard.ts'
import { DncCoveragePanel } from './dnc-coverage-panel.tsx'

type ExclusionsProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

const ExcludePurchased = ({ criteria, onChange }: ExclusionsProps) => (
  <Panel title="Purchased leads">
    <Checkbox
      label="Exclude leads you purchased"
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

/** What was uploaded, delivered earlier or saved; each field only where the user has any. */
const ExcludedRecords = (props: ExclusionsProps) => (
  <>
    <SuppressionListField {...props} />
    <ExclusionSelect exclusion="orderIds" {...props} />
    <ExclusionSelect exclusion="campaignIds" {...props} />
    <ExclusionSelect exclusion="savedSearchIds" {...props} />
  </>
)

function ExcludedProperties({ criteria, onChange }: ExclusionsProps) {
  const count = criteria.exclude?.propertyIds?.length ?? 0
  if (count === 0) return null
  return (
    <Group justify="space-between" gap="4px 12px" fz="sm">
      {pluralize(count, 'property', 'properties')} excluded one by one
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
          <ExcludedRecords criteria={criteria} onChange={onChange} />
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

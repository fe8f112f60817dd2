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
      label="Exclude purchased leads"
      description={`Purchased in the last ${repeatLeadFreeDays} days. If included, data you paid for is free.`}
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
      {pluralize(count, 'property', 'properties')} excluded individually
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange(setCriteriaValue(criteria, 'exclude', 'propertyIds', undefined))}
      >
        Include
      </Button>
    </Group>
  )
}

export function SuppressionStep({ wizard }: { wizard: CampaignWizard }) {
  const { draft, change, audience, openLines } = wizard
  const { criteria, campaignType } = draft
  const onChange = (next: Criteria) => change({ criteria: next })
  return (
    <Stack miw={0}>
      <ExcludePurchased criteria={criteria} onChange={onChange} />
      <Panel title="Exclusions">
        <Stack miw={0}>
          <Checkbox
            label="Exclude institutional owners"
            description="Government, nonprofits, lenders, and companies with ten or more properties"
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
      <Panel title="Deliverable leads">
        <OrderBreakdown quote={audience.quote} addPhones={toAddPhonesChoice(draft, change)} openLines={openLines} />
      </Panel>
    </Stack>
  )
}

import type { BillingInfo } from '@dooryard/contract/billing/billing'
import { formatTaxId, getCountryName, taxIdTypes } from '@dooryard/contract/billing/billing-details'
import { Button, Text } from '@mantine/core'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'

/** Who invoices are made out to, line by line. */
function formatBillingDetails(details: NonNullable<BillingInfo['billingDetails']>): string[] {
  const { name, street, aptSuite, city, state, postalCode, country, taxIdType, taxId } = details
  const region = [state, postalCode].filter(Boolean).join(' ')
  return [
    name,
    [street, aptSuite].filter(Boolean).join(', '),
    [city, region].filter(Boolean).join(', '),
    getCountryName(country),
    ...(taxIdType && taxId ? [`${taxIdTypes[taxIdType].label} ${formatTaxId(taxIdType, taxId)}`] : []),
  ]
}

/** The name, address and tax ID on invoices. */
export function BillingDetailsPanel({ info }: { info: BillingInfo }) {
  const { billingDetails: details } = info
  const isActing = useIsImpersonating()
  const [dialog, edit] = useDialog(async () => (await import('./billing-details-dialog.tsx')).BillingDetailsDialog)
  return (
    <Panel
      title="Billing details"
      aside={
        <Button size="xs" variant="default" disabled={isActing} onClick={edit}>
          {details ? 'Edit' : 'Add'}
        </Button>
      }
    >
      {details ? (
        <Text
          component="address"
          fz="sm"
          lh="20px"
          fs="normal"
          style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {formatBillingDetails(details).join('\n')}
        </Text>
      ) : (
        <Text c="dimmed" fz="sm">
          Add a company name, address or tax ID for your invoices. Until then they show your profile.
        </Text>
      )}
      {dialog({ details })}
    </Panel>
  )
}

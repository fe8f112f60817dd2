import { type BillingInfo, billing } from '@dooryard/contract/billing/billing'
import { formatTaxId, getCountryName, taxIdTypes } from '@dooryard/contract/billing/billing-details'
import { Button, Group, Text } from '@mantine/core'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'

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
  const remove = useEndpointMutation(billing.deleteDetails, { refreshes: [billing.info], awaitsRefresh: true })
  const confirmRemoval = () =>
    openConfirmDialog({
      title: 'Delete billing details?',
      children: 'Later invoices show your profile. Invoices already issued don’t change.',
      labels: { confirm: 'Delete', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({}, { onSuccess: () => showSuccessToast('Billing details deleted') }),
    })
  return (
    <Panel
      title="Billing details"
      aside={
        <Group gap={8}>
          {details && (
            <Button size="xs" variant="default" disabled={isActing} loading={remove.isPending} onClick={confirmRemoval}>
              Delete
            </Button>
          )}
          <Button size="xs" variant="default" disabled={isActing} onClick={edit}>
            {details ? 'Edit' : 'Add'}
          </Button>
        </Group>
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

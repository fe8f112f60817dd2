import type { BillingInfo } from '@dooryard/contract/billing/billing'
import { Group, Text } from '@mantine/core'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { usePaymentAccess } from '../billing.data.ts'
import { ChangeCardButton } from '../purchase/change-card-button.tsx'
import { formatPastDue } from './subscription-labels.ts'

/** Says that a renewal is unpaid, until when it can be paid, and how. */
export function PastDueNotice({ info }: { info: BillingInfo }) {
  const { subscription } = info
  const { mayPay, isOff } = usePaymentAccess(info)
  if (subscription?.status !== 'PAST_DUE') return null
  return (
    <Notice tone="bad">
      <Group justify="space-between" gap="8px 24px">
        <Text inherit flex="1 1 320px">
          <strong>The last payment for {subscription.planName} did not go through.</strong>{' '}
          {formatPastDue(subscription)}
        </Text>
        {!isOff && (
          <ChangeCardButton size="xs" variant="filled" color="red" disabled={!mayPay}>
            Change card
          </ChangeCardButton>
        )}
      </Group>
    </Notice>
  )
}

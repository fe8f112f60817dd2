import type { BillingInfo } from '@dooryard/contract/billing'
import { Group, Text } from '@mantine/core'
import { Notice } from '../../../ui/display/panel.tsx'
import { useMoney } from '../billing.data.ts'
import { ChangeCardButton } from '../purchase/change-card-button.tsx'
import { pastDueText } from './subscription-labels.ts'

/** That a renewal was not paid: until when there is time, and what helps. */
export function PastDue({ info }: { info: BillingInfo }) {
  const { subscription } = info
  const { mayPay, isOff } = useMoney(info)
  if (subscription?.status !== 'PAST_DUE') return null
  return (
    <Notice tone="bad">
      <Group justify="space-between" gap="8px 24px">
        <Text inherit flex="1 1 320px">
          <strong>The last payment for {subscription.planName} did not go through.</strong> {pastDueText(subscription)}
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

import { type BillingInfo, billing } from '@dooryard/contract/billing/billing'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { Button, Stack } from '@mantine/core'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatDay, pluralize } from '../../../lib/format/format.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { DialogActions, MutationDialog } from '../../../ui/form/mutation-dialog.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { paymentDependents } from '../billing.data.ts'
import { listCancelEffects } from './subscription-labels.ts'

type CancelDialogProps = { info: BillingInfo; subscription: Subscription; opened: boolean; onClose: () => void }

/** Describes exactly what cancelling does. */
function Consequences({
  info: { balance, autoTopUp },
  subscription,
}: Pick<CancelDialogProps, 'info' | 'subscription'>) {
  const { status, currentPeriodEnd } = subscription
  const { subscriptionCredits, onDemandCredits } = balance
  return (
    <Stack component="ul" gap={6} m={0} pl={20}>
      {listCancelEffects(subscription).map((step) => (
        <li key={step}>{step}</li>
      ))}
      <li>
        Unused plan credits expire when it ends. You have{' '}
        <strong>{pluralize(subscriptionCredits, 'plan credit')}</strong> now.
      </li>
      <li>
        {onDemandCredits > 0
          ? `Your ${pluralize(onDemandCredits, 'pay-as-you-go credit never expires', 'pay-as-you-go credits never expire')}.`
          : 'Pay-as-you-go credits never expire.'}
      </li>
      {autoTopUp.enabled && <li>Automatic top-up stays on. You can turn it off under Pay as you go.</li>}
      {status !== 'PAST_DUE' && <li>You can undo this until {formatDay(currentPeriodEnd)} at no charge.</li>}
    </Stack>
  )
}

/** Describes what cancelling does, and cancels. */
export function CancelDialog({ info, subscription, opened, onClose }: CancelDialogProps) {
  // Outdated information may be the reason for the failure.
  const cancel = useEndpointMutation(billing.cancel, { refreshes: paymentDependents })
  const runExclusive = useSingleFlight()
  const { planName } = subscription
  const done = ({ status, currentPeriodEnd }: Subscription) => {
    onClose()
    cancel.reset()
    showSuccessToast(
      status === 'INACTIVE' ? `${planName} has ended` : `${planName} ends on ${formatDay(currentPeriodEnd)}`,
    )
  }
  const act = () => runExclusive((release) => cancel.mutate({ body: {} }, { onSuccess: done, onSettled: release }))
  return (
    <MutationDialog
      call={cancel}
      opened={opened}
      onClose={onClose}
      title={`Cancel ${planName}?`}
      closeLabel="Keep the subscription"
    >
      {(keep) => (
        <Stack gap={16} miw={0}>
          <Consequences info={info} subscription={subscription} />
          {cancel.isError && <FailureNotice error={cancel.error} />}
          <DialogActions>
            <Button data-autofocus variant="default" onClick={keep} disabled={cancel.isPending}>
              Keep subscription
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={act}>
              Cancel {planName}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </MutationDialog>
  )
}

import { type BillingInfo, billing } from '@dooryard/contract/billing'
import type { Subscription } from '@dooryard/contract/subscriptions'
import { Button, Stack } from '@mantine/core'
import { sentenceFor } from '../../../lib/errors.ts'
import { formatDay, plural } from '../../../lib/format.ts'
import { useCall } from '../../../lib/use-call.ts'
import { Notice } from '../../../ui/display/panel.tsx'
import { CallDialog, DialogChoices } from '../../../ui/form/call-dialog.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { changedByPayments } from '../billing.data.ts'
import { cancelSteps } from './subscription-labels.ts'

type CancelDialogProps = { info: BillingInfo; subscription: Subscription; opened: boolean; onClose: () => void }

/** What cancelling does, to the word. */
function Consequences({
  info: { balance, autoTopUp },
  subscription,
}: Pick<CancelDialogProps, 'info' | 'subscription'>) {
  const { status, currentPeriodEnd } = subscription
  const { subscriptionCredits, onDemandCredits } = balance
  return (
    <Stack component="ul" gap={6} m={0} pl={20}>
      {cancelSteps(subscription).map((step) => (
        <li key={step}>{step}</li>
      ))}
      <li>
        What is left of your subscription credits lapses when it ends. You have{' '}
        <strong>{plural(subscriptionCredits, 'subscription credit')}</strong> now.
      </li>
      <li>
        {onDemandCredits > 0
          ? `Your ${plural(onDemandCredits, 'on-demand credit stays, and never lapses', 'on-demand credits stay, and never lapse')}.`
          : 'On-demand credits stay, and never lapse.'}
      </li>
      {autoTopUp.enabled && <li>Automatic top-up stays on. You can switch it off under Pay as you go.</li>}
      {status !== 'PAST_DUE' && <li>Until {formatDay(currentPeriodEnd)} you can undo this, and pay nothing for it.</li>}
    </Stack>
  )
}

/** Says what cancelling does, and does it. */
export function CancelDialog({ info, subscription, opened, onClose }: CancelDialogProps) {
  // What was shown may have been outdated, and that may be why it failed.
  const cancel = useCall(billing.cancel, { refreshes: changedByPayments })
  const singly = useSingleFlight()
  const { planName } = subscription
  const done = ({ status, currentPeriodEnd }: Subscription) => {
    onClose()
    cancel.reset()
    toastDone(status === 'INACTIVE' ? `${planName} has ended` : `${planName} ends on ${formatDay(currentPeriodEnd)}`)
  }
  const act = () => singly((land) => cancel.mutate({ body: {} }, { onSuccess: done, onSettled: land }))
  return (
    <CallDialog
      call={cancel}
      opened={opened}
      onClose={onClose}
      title={`Cancel ${planName}?`}
      closeLabel="Keep the subscription"
    >
      {(keep) => (
        <Stack gap={16} miw={0}>
          <Consequences info={info} subscription={subscription} />
          {cancel.isError && <Notice tone="bad">{sentenceFor(cancel.error)}</Notice>}
          <DialogChoices>
            <Button data-autofocus variant="default" onClick={keep} disabled={cancel.isPending}>
              Not now
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={act}>
              Cancel {planName}
            </Button>
          </DialogChoices>
        </Stack>
      )}
    </CallDialog>
  )
}

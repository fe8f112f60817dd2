import type { BillingInfo } from '@dooryard/contract/billing'
import type { Subscription } from '@dooryard/contract/subscriptions'
import { Button } from '@mantine/core'
import { sentenceFor } from '../../lib/errors.ts'
import { formatDay, plural } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, DialogChoices } from '../../ui/form/call-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useCancelSubscription } from './billing.data.ts'
import classes from './dialogs.module.css'
import { cancelSteps } from './subscription-words.ts'

type DialogProps = { info: BillingInfo; subscription: Subscription; isOpen: boolean; onClose: () => void }

/** What cancelling does, to the word. */
function Consequences({ info: { balance, autoTopUp }, subscription }: Pick<DialogProps, 'info' | 'subscription'>) {
  const { status, currentPeriodEnd } = subscription
  const { subscriptionCredits, onDemandCredits } = balance
  return (
    <ul className={classes.consequences}>
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
    </ul>
  )
}

/** Says what cancelling does, and does it. */
export function CancelDialog({ info, subscription, isOpen, onClose }: DialogProps) {
  const cancel = useCancelSubscription()
  const singly = useSingleFlight()
  const { planName } = subscription
  const act = () =>
    singly((land) =>
      cancel.mutate(undefined, {
        onSuccess: ({ status, currentPeriodEnd }) => {
          onClose()
          cancel.reset()
          toastDone(
            status === 'INACTIVE' ? `${planName} has ended` : `${planName} ends on ${formatDay(currentPeriodEnd)}`,
          )
        },
        onSettled: land,
      }),
    )
  return (
    <CallDialog
      call={cancel}
      opened={isOpen}
      onClose={onClose}
      title={`Cancel ${planName}?`}
      closeLabel="Keep the subscription"
    >
      {(keep) => (
        <div className={classes.dialog}>
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
        </div>
      )}
    </CallDialog>
  )
}

import type { SandboxCheckout } from '@dooryard/contract/payments'
import { Button } from '@mantine/core'
import { Landmark } from 'lucide-react'
import { isRefusal, sentenceFor } from '../../lib/errors.ts'
import { formatMoney } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, DialogChoices, DialogText } from '../../ui/form/call-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import type { useConfirm } from './checkout.data.ts'
import classes from './checkout.module.css'

type BankDialogProps = {
  checkout: SandboxCheckout
  confirm: ReturnType<typeof useConfirm>
  onAnswer: (checkout: SandboxCheckout) => void
}

/** The question of a bank that wants to hear from the owner of the card. */
export function BankDialog({ checkout, confirm, onAnswer }: BankDialogProps) {
  const singly = useSingleFlight()
  const answer = (approve: boolean) =>
    singly((land) => confirm.mutate(approve, { onSuccess: onAnswer, onSettled: land }))
  const isAnswering = (approve: boolean) => confirm.isPending && confirm.variables === approve
  const { kind, total, name } = checkout
  return (
    <CallDialog
      call={confirm}
      opened={checkout.needsConfirmation}
      onClose={() => answer(false)}
      closeOnClickOutside={false}
      title="Your bank asks"
      closeLabel="Deny"
      size={420}
    >
      {() => (
        <div className={classes.bank}>
          <p className={classes.bankName}>
            <Landmark size={18} aria-hidden="true" />
            Example Test Bank
          </p>
          <DialogText>
            {kind === 'PAYMENT_METHOD'
              ? 'Is it you who puts this card on file with Dooryard?'
              : `Is it you who pays ${formatMoney(total)} to Dooryard for ${name}?`}
          </DialogText>
          {confirm.isError && !isRefusal(confirm.error) && <Notice tone="bad">{sentenceFor(confirm.error)}</Notice>}
          <DialogChoices>
            <Button
              variant="default"
              loading={isAnswering(false)}
              disabled={isAnswering(true)}
              onClick={() => answer(false)}
            >
              Deny
            </Button>
            <Button
              data-autofocus
              loading={isAnswering(true)}
              disabled={isAnswering(false)}
              onClick={() => answer(true)}
            >
              Approve
            </Button>
          </DialogChoices>
        </div>
      )}
    </CallDialog>
  )
}

import type { SandboxCheckout } from '@dooryard/contract/payments'
import { Button, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { isRefusal, sentenceFor } from '../../lib/errors.ts'
import { formatMoney } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, DialogChoices, DialogText } from '../../ui/form/call-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'

type BankDialogProps = {
  checkout: SandboxCheckout
  confirm: UseMutationResult<SandboxCheckout, Error, boolean>
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
        <Stack gap={16}>
          <Group component="p" gap={8} m={0} fw={600}>
            <Landmark size={18} aria-hidden="true" />
            Example Test Bank
          </Group>
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
        </Stack>
      )}
    </CallDialog>
  )
}

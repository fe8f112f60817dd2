import type { SandboxCheckout } from '@dooryard/contract/billing/payments'
import { Button, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { isClientError } from '../../lib/api/errors.ts'
import { formatMoney } from '../../lib/format/format.ts'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { DialogActions, DialogText, MutationDialog } from '../../ui/form/mutation-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'

type BankDialogProps = {
  checkout: SandboxCheckout
  confirm: UseMutationResult<SandboxCheckout, Error, boolean>
  onAnswer: (checkout: SandboxCheckout) => void
}

/** The bank's request to authenticate the card's owner. */
export function BankDialog({ checkout, confirm, onAnswer }: BankDialogProps) {
  const runExclusive = useSingleFlight()
  const answer = (approve: boolean) =>
    runExclusive((release) => confirm.mutate(approve, { onSuccess: onAnswer, onSettled: release }))
  const isAnswering = (approve: boolean) => confirm.isPending && confirm.variables === approve
  const { kind, total, name } = checkout
  return (
    <MutationDialog
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
              ? 'Are you adding this card to Dooryard?'
              : `Are you paying ${formatMoney(total)} to Dooryard for ${name}?`}
          </DialogText>
          {confirm.isError && !isClientError(confirm.error) && <FailureNotice error={confirm.error} />}
          <DialogActions>
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
          </DialogActions>
        </Stack>
      )}
    </MutationDialog>
  )
}

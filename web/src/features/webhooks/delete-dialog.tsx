import { type Webhook, webhookLogDays } from '@dooryard/contract/webhooks'
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { plural } from '../../lib/format.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { hostOf } from './webhook-words.ts'
import { useRemoveWebhook } from './webhooks.data.ts'

type DeleteFormProps = { webhook: Webhook; remove: ReturnType<typeof useRemoveWebhook>; onCancel: () => void }

/** What goes with a webhook. */
const lossOf = ({ waiting }: Webhook) =>
  `This also deletes its log of ${webhookLogDays} days` +
  (waiting > 0 ? ` and ${plural(waiting, 'event')} waiting to be sent.` : '.')

function DeleteForm({ webhook, remove, onCancel }: DeleteFormProps) {
  const host = hostOf(webhook.url)
  const singly = useSingleFlight()
  const Named = useMemo(
    () =>
      z.object({
        host: z
          .string()
          .trim()
          .refine((typed) => typed === host, `Type ${host}`),
      }),
    [host],
  )
  const form = useSchemaForm(Named, { host: '' }, () => remove.isError && remove.reset())
  const submit = form.submit(() => singly((land) => remove.mutate(webhook.id, { onSettled: land })))
  return (
    <CallForm call={remove} lead={lossOf(webhook)} send="Delete webhook" isGrave onSubmit={submit} onCancel={onCancel}>
      <TextInput
        label={`Type ${host} to delete it`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('host')}
      />
    </CallForm>
  )
}

type DeleteDialogProps = { webhook: Webhook; opened: boolean; onClose: () => void }

/** Deletes a webhook once its host was typed. */
export function DeleteDialog({ webhook, opened, onClose }: DeleteDialogProps) {
  const navigate = useNavigate()
  const host = hostOf(webhook.url)
  const remove = useRemoveWebhook(() => {
    toastDone(`The webhook of ${host} is deleted`)
    return navigate({ to: '/portal/webhooks' })
  })
  return (
    <CallDialog
      call={remove}
      opened={opened}
      onClose={onClose}
      title={`Delete the webhook of ${host}?`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <DeleteForm webhook={webhook} remove={remove} onCancel={close} />}
    </CallDialog>
  )
}

import type { ApiKey } from '@dooryard/contract/api-keys'
import { TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { serverNow } from '../../lib/clock.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { type useRegenerateKey, useRevokeKey } from './api-keys.data.ts'
import { Prefix } from './key-columns.tsx'
import { lastUseInWords } from './key-words.ts'

type DialogProps = { ended: ApiKey | undefined; onClose: () => void }

type RegenerateFormProps = {
  ended: ApiKey
  regenerate: ReturnType<typeof useRegenerateKey>
  onCancel: () => void
}

const mayBeNew =
  'We do not know whether the key was replaced. Regenerate it once more: the new key then is the only one that works.'

function RegenerateForm({ ended, regenerate, onCancel }: RegenerateFormProps) {
  const singly = useSingleFlight()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    singly((land) => regenerate.mutate(ended.id, { onSettled: land }))
  }
  return (
    <CallForm call={regenerate} unknown={mayBeNew} send="Regenerate" isGrave onSubmit={submit} onCancel={onCancel}>
      <Ends ended={ended}>
        You get a new key with the name, permissions and expiry of <strong>{ended.name}</strong>. The old one,{' '}
        <Prefix {...ended} />, stops at once: programs that have it are refused until they have the new one.
      </Ends>
    </CallForm>
  )
}

/** What a key's end means. */
const Ends = ({ ended, children }: { ended: ApiKey; children: ReactNode }) => (
  <div>
    {children} {lastUseInWords(ended, serverNow())}
  </div>
)

/** Puts another key in the place of one; open while there is one to replace. */
export function RegenerateDialog({
  ended,
  regenerate,
  onClose,
}: DialogProps & Pick<RegenerateFormProps, 'regenerate'>) {
  return (
    <CallDialog
      call={regenerate}
      opened={ended !== undefined}
      onClose={onClose}
      title={`Regenerate ${ended?.name ?? 'the key'}?`}
      closeLabel="Cancel"
    >
      {(close) => ended && <RegenerateForm ended={ended} regenerate={regenerate} onCancel={close} />}
    </CallDialog>
  )
}

const revokingOf = (name: string) =>
  z.object({
    name: z
      .string()
      .trim()
      .refine((typed) => typed === name, `Type ${name} to go on`),
  })

type RevokeFormProps = {
  ended: ApiKey
  revoke: ReturnType<typeof useRevokeKey>
  onCancel: () => void
  onDone: () => void
}

function RevokeForm({ ended, revoke, onCancel, onDone }: RevokeFormProps) {
  const { id, name } = ended
  const singly = useSingleFlight()
  const form = useSchemaForm(
    useMemo(() => revokingOf(name), [name]),
    { name: '' },
    () => revoke.isError && revoke.reset(),
  )
  const done = () => {
    toastDone(`${name} is revoked`)
    onDone()
  }
  const submit = form.submit(() => singly((land) => revoke.mutate(id, { onSuccess: done, onSettled: land })))
  return (
    <CallForm call={revoke} send="Revoke the key" isGrave onSubmit={submit} onCancel={onCancel}>
      <Ends ended={ended}>
        Programs that use <Prefix {...ended} /> are refused at once, and this cannot be undone. Orders that were placed
        with it stay.
      </Ends>
      <TextInput
        label="Name of the key"
        description={`Type ${name}, so that no key is revoked by mistake.`}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </CallForm>
  )
}

/** Revokes a key; open while there is one to revoke. */
export function RevokeDialog({ ended, onClose }: DialogProps) {
  const revoke = useRevokeKey()
  return (
    <CallDialog
      call={revoke}
      opened={ended !== undefined}
      onClose={onClose}
      title={`Revoke ${ended?.name ?? 'the key'}?`}
      closeLabel="Cancel"
    >
      {(close) => ended && <RevokeForm ended={ended} revoke={revoke} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}

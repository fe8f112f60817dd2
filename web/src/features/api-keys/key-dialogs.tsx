import type { AdminApiKey } from '@dooryard/contract/integrations/admin-api-keys'
import type { ApiKey, IssuedApiKey } from '@dooryard/contract/integrations/api-keys'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useCreateKey, useRegenerateKey } from '../../entities/api-key/issue-api-key.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { ReasonDialog, withReason } from '../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { useAdminRevokeKey, useRevokeKey } from './api-keys.data.ts'
import { IssuedDialog } from './issued-dialog.tsx'
import type { KeyAction } from './key-columns.tsx'
import { KeyFormDialog } from './key-form-dialog.tsx'
import { formatLastUse } from './key-labels.ts'
import { Prefix } from './key-parts.tsx'

type DialogProps<Key = ApiKey> = { apiKey: Key | undefined; onClose: () => void }

const unknownRegenerationText =
  'We do not know whether the key was replaced. Regenerate it again: only the newest key works.'

type RegenerateProps = DialogProps & { regenerate: ReturnType<typeof useRegenerateKey> }

const RegenerateDialog = ({ apiKey, regenerate, onClose }: RegenerateProps) => (
  <FormDialog
    opened={apiKey !== undefined}
    onClose={onClose}
    title={`Regenerate ${apiKey?.name ?? 'API key'}?`}
    schema={z.object({})}
    initialValues={{}}
    call={regenerate}
    send={async () => apiKey && regenerate.mutateAsync(apiKey.id)}
    unknown={unknownRegenerationText}
    submitLabel="Regenerate"
    isGrave
  >
    {() =>
      apiKey && (
        <div>
          You get a new key with the same name and settings as <strong>{apiKey.name}</strong>. The old key,{' '}
          <Prefix {...apiKey} />, stops working immediately. {formatLastUse(apiKey, getServerTime())}
        </div>
      )
    }
  </FormDialog>
)

/** Revokes a key after its name was typed as confirmation. */
function RevokeDialog({ apiKey, onClose }: DialogProps) {
  const revoke = useRevokeKey()
  const name = apiKey?.name ?? 'API key'
  const Named = z.object({
    name: z
      .string()
      .trim()
      .pipe(z.literal(name, `Type ${name} to continue`)),
  })
  const send = async () => {
    if (!apiKey) return
    await revoke.mutateAsync({ params: { id: apiKey.id } })
    showSuccessToast(`${name} revoked`)
  }
  return (
    <FormDialog
      opened={apiKey !== undefined}
      onClose={onClose}
      title={`Revoke ${name}?`}
      schema={Named}
      initialValues={{ name: '' }}
      call={revoke}
      send={send}
      submitLabel="Revoke API key"
      isGrave
    >
      {(form) =>
        apiKey && (
          <>
            <div>
              Requests with <Prefix {...apiKey} /> are refused immediately. This cannot be undone. Its orders are kept.{' '}
              {formatLastUse(apiKey, getServerTime())}
            </div>
            <TextInput
              label={`Type ${name} to revoke it`}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
          </>
        )
      }
    </FormDialog>
  )
}

function AdminRevokeDialog({ apiKey, onClose }: DialogProps<AdminApiKey>) {
  const id = apiKey?.id ?? ''
  const revoke = useAdminRevokeKey()
  const asked = apiKey && {
    id: apiKey.id,
    title: `Revoke ${apiKey.name} of ${formatUserName(apiKey.user)}`,
    lead:
      'Requests with this key are refused within seconds. This cannot be undone. Its orders are kept. ' +
      formatLastUse(apiKey, getServerTime()),
    readers: `${apiKey.user.firstName} gets it by mail.`,
    send: 'Revoke API key',
    isGrave: true,
  }
  const done = () => {
    if (apiKey) showSuccessToast(`${apiKey.name} revoked`)
    onClose()
  }
  return (
    <ReasonDialog
      prompt={asked}
      call={withReason(revoke, (reason) => ({ params: { id }, body: { reason } }))}
      onDone={done}
      onClose={onClose}
    />
  )
}

export function KeyDialogs({
  task,
  onTask,
}: {
  task: KeyAction | undefined
  onTask: (task: KeyAction | undefined) => void
}) {
  // The key is kept only here: not in the cache, the URL or the browser's storage.
  const [issued, setIssued] = useState<IssuedApiKey>()
  const close = () => onTask(undefined)
  const show = (key: IssuedApiKey) => {
    close()
    setIssued(key)
  }
  const create = useCreateKey(show)
  const regenerate = useRegenerateKey(show)
  const isComing = create.isPending || regenerate.isPending
  const edited = task?.act === 'make' ? 'new' : task?.act === 'edit' ? task.key : undefined
  return (
    <>
      <KeyFormDialog edited={edited} create={create} onClose={close} />
      <RegenerateDialog
        apiKey={task?.act === 'regenerate' ? task.key : undefined}
        regenerate={regenerate}
        onClose={close}
      />
      <RevokeDialog apiKey={task?.act === 'revoke' ? task.key : undefined} onClose={close} />
      <AdminRevokeDialog apiKey={task?.act === 'adminRevoke' ? task.key : undefined} onClose={close} />
      <IssuedDialog issued={issued} isPending={isComing} onClose={() => setIssued(undefined)} />
    </>
  )
}

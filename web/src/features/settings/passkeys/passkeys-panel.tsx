import { type Passkey, passkeys } from '@dooryard/contract/identity/passkeys'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { Anchor, Button, Center, Flex, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatAgo, formatDay } from '../../../lib/format/format.ts'
import { getPasskeyAddress } from '../../../lib/passkeys/passkey-address.ts'
import { hasPasskeySupport } from '../../../lib/passkeys/passkey-support.ts'
import { usePortalInfo } from '../../../lib/portal-info.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { StateView } from '../../../ui/feedback/state-view.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import classes from '../settings.module.css'
import { useRemovePasskey } from './passkeys.data.ts'

const loadAddDialog = async () => (await import('./passkey-dialogs.tsx')).AddPasskeyDialog
const loadRenameDialog = async () => (await import('./passkey-dialogs.tsx')).RenamePasskeyDialog

type RowProps = { passkey: Passkey; disabled: boolean; onRename: () => void }

/** One passkey: its name and dates, with actions to rename and remove it. */
function PasskeyRow({ passkey: { id, name, isSynced, createdAt, lastUsedAt }, disabled, onRename }: RowProps) {
  const remove = useRemovePasskey(() => showSuccessToast(`${name} removed`))
  const confirmRemoval = () =>
    openConfirmDialog({
      title: `Remove ${name}?`,
      children: 'You can no longer sign in with it. Delete it from your device or password manager too.',
      labels: { confirm: 'Remove passkey', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ params: { passkeyId: id } }),
    })
  return (
    <Flex
      component="li"
      align={{ base: 'flex-start', sm: 'center' }}
      gap={14}
      px="var(--panel-padding)"
      py={14}
      className={classes.row}
    >
      <Center w={36} h={36} flex="none" bd="1px solid var(--line)" bdrs="md" bg="var(--raised)" c="dimmed">
        <KeyRound size={18} aria-hidden="true" />
      </Center>
      <Flex
        flex={1}
        miw={0}
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'flex-start', sm: 'center' }}
        justify="space-between"
        gap={14}
      >
        <div>
          <Group gap="2px 8px">
            <Text component="strong" inherit fw={550} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {isSynced && <Tag tone="plain">Synced</Tag>}
          </Group>
          <Flex
            direction={{ base: 'column', sm: 'row' }}
            mt={2}
            c="dimmed"
            fz="sm"
            lh="18px"
            className={`${classes.facts} numbers`}
          >
            <span>added {formatDay(createdAt)}</span>
            <span>{lastUsedAt ? `last used ${formatAgo(Date.parse(lastUsedAt))}` : 'not used yet'}</span>
          </Flex>
        </div>
        <Group gap={8} flex="none">
          <Button variant="default" size="xs" disabled={disabled} onClick={onRename} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            loading={remove.isPending}
            onClick={confirmRemoval}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        </Group>
      </Flex>
    </Flex>
  )
}

/** Why no passkey can be added here. */
function Obstacle({ address }: { address: URL | undefined }) {
  return (
    <Notice tone="info">
      {address ? (
        <>
          Passkeys work only at{' '}
          <Anchor inherit href={new URL(window.location.pathname, address).href}>
            {address.host}
          </Anchor>
          . Open this page there to add one.
        </>
      ) : (
        'This browser does not support passkeys. Use another browser to add one.'
      )}
    </Notice>
  )
}

/** The user's passkeys, with actions to add, rename and remove them. */
export function PasskeysPanel({ disabled }: { disabled: boolean }) {
  const result = useQuery(buildQuery(passkeys.list, {}))
  const factors = useQuery({ ...buildQuery(secondFactor.state, {}), enabled: !disabled })
  const address = getPasskeyAddress(usePortalInfo())
  const [addDialog, openAddDialog] = useDialog(loadAddDialog)
  const [renameDialog, openRenameDialog] = useDialog(loadRenameDialog)
  const [renamed, setRenamed] = useState<Passkey>()
  const hasObstacle = address !== undefined || !hasPasskeySupport()
  const addButton = (
    <Button variant="default" size="xs" disabled={!factors.data} onClick={openAddDialog}>
      Add a passkey
    </Button>
  )
  const isEmpty = result.data?.items.length === 0
  return (
    <Panel title="Passkeys" flush aside={!hasObstacle && !isEmpty && addButton}>
      {hasObstacle && (
        <Flex p="var(--panel-padding)">
          <Obstacle address={address} />
        </Flex>
      )}
      <QueryContent what="Your passkeys" result={result} loading={<Skeleton height={64} radius={0} />}>
        {({ items }) =>
          items.length > 0 ? (
            <PlainList aria-label="Passkeys">
              {items.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  disabled={disabled}
                  onRename={() => {
                    setRenamed(passkey)
                    openRenameDialog()
                  }}
                />
              ))}
            </PlainList>
          ) : (
            <StateView
              icon={KeyRound}
              title="No passkeys yet"
              text="Sign in with your fingerprint, face or screen lock. Passkeys cannot be guessed or phished."
              action={!hasObstacle && addButton}
            />
          )
        }
      </QueryContent>
      {addDialog({ needsPassword: factors.data?.methods.length === 0 })}
      {renamed && renameDialog({ passkey: renamed })}
    </Panel>
  )
}

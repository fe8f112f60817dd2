import { maxApiKeys } from '@dooryard/contract/integrations/api-keys'
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { inviteLink } from '../../entities/user/invite-link.tsx'
import { formatUserName } from '../../lib/format/user-name.ts'
import type { Scope } from '../../lib/session/scope.ts'
import { useIsImpersonating } from '../../lib/session/use-is-impersonating.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { AnchorLink } from '../../ui/display/links.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { useOpenByHash } from '../../ui/hooks/use-open-by-hash.ts'
import { ListScreen } from '../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { type KeysState, keyPage, type ListedKey } from './api-keys.data.ts'
import { type KeyAction, keyColumns } from './key-columns.tsx'

const ownerLead = (
  <>
    Keys for your programs to count, order and download leads. See{' '}
    <AnchorLink to="/portal/integration">Get started</AnchorLink>, the{' '}
    <AnchorLink to="/portal/api-reference">API reference</AnchorLink> and{' '}
    <AnchorLink to="/portal/webhooks">webhooks</AnchorLink>.
  </>
)

const names = { heading: 'API keys', title: 'API Keys' }

const adminProps = {
  header: {
    ...names,
    lead: "All users' API keys, most recently used first. Only the start of a key can be shown.",
  },
  empty: {
    icon: KeyRound,
    title: 'No API keys yet',
    text: 'Keys that enterprise users create are listed here.',
    action: inviteLink,
  },
  searchBy: 'name, key or owner',
}

function Notices({ isActing, isFull }: { isActing: boolean; isFull: boolean }) {
  const user = useUser()
  if (!isActing && !isFull) return null
  return (
    <Box mb="md">
      {isActing ? (
        <Notice tone="warn">You are impersonating {formatUserName(user)}. Only they can change their API keys.</Notice>
      ) : (
        <Notice tone="info">You have {maxApiKeys} API keys, the maximum. Revoke one to create another.</Notice>
      )}
    </Box>
  )
}

type ApiKeysProps = { scope: Scope; state: KeysState & { key?: string | undefined }; onState: OnTableStateChange }

export function ApiKeysScreen({ scope, state: { key, ...query }, onState }: ApiKeysProps) {
  const [task, setTask] = useState<KeyAction>()
  const isActing = useIsImpersonating()
  const result = useQuery(keyPage(scope, query))
  const columns = useMemo(() => keyColumns(scope, { disabled: isActing, onTask: setTask }), [scope, isActing])
  const closeDialog = () => setTask(undefined)
  const Dialogs = useLazyLoadWhen(async () => (await import('./key-dialogs.tsx')).KeyDialogs, task, closeDialog)
  const closeDrawer = () => onState({ key: undefined })
  const Drawer = useLazyLoadWhen(async () => (await import('./key-drawer.tsx')).KeyDrawer, key, closeDrawer)
  const count = result.data?.totalCount ?? 0
  const isFull = count >= maxApiKeys
  useOpenByHash(() => scope === 'own' && !isActing && setTask({ act: 'make' }))
  const make = (
    <Button leftSection={<Plus size={16} />} disabled={isActing || isFull} onClick={() => setTask({ act: 'make' })}>
      New API key
    </Button>
  )
  const ownProps = {
    header: { ...names, lead: ownerLead, actions: count > 0 && make },
    empty: {
      icon: KeyRound,
      title: 'No API keys yet',
      text: 'A key lets a program use the API with the permissions you choose. You can revoke it at any time.',
      action: make,
    },
  }
  return (
    <>
      <ListScreen<ListedKey>
        label="API keys"
        columns={columns}
        result={result}
        state={query}
        onState={onState}
        {...(scope === 'admin' ? adminProps : ownProps)}
      >
        {scope === 'own' && <Notices isActing={isActing} isFull={isFull} />}
      </ListScreen>
      {Drawer && (
        <Drawer
          scope={scope}
          id={key}
          isCovered={task !== undefined}
          onRevoke={(revoked) => setTask({ act: 'adminRevoke', key: revoked })}
          onClose={closeDrawer}
        />
      )}
      {Dialogs && <Dialogs task={task} onTask={setTask} />}
    </>
  )
}

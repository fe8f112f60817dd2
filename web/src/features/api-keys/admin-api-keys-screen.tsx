import type { AdminApiKey } from '@dooryard/contract/admin-api-keys'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type AdminKeysState, adminKeyPage } from './admin-api-keys.data.ts'
import { adminKeyColumns } from './admin-key-columns.tsx'

type AdminApiKeysProps = { state: AdminKeysState & { key?: string | undefined }; onState: OnState }

const none = (
  <StateView
    icon={KeyRound}
    title="Nobody has an API key yet"
    text="Enterprise users make keys for their programs. Each of them stands here, and can be revoked."
  />
)

/** The keys of everybody's programs, for those who run the portal. */
export function AdminApiKeysScreen({ state: { key, ...asked }, onState }: AdminApiKeysProps) {
  const result = useQuery(adminKeyPage(asked))
  const [ended, setEnded] = useState<AdminApiKey>()
  // The same at each render: other columns would be other cells, and the focus could not go back to what is gone.
  const columns = useMemo(() => adminKeyColumns(setEnded), [])
  const [Dialog, loadDialog] = useOnDemand(async () => (await import('./admin-revoke-dialog.tsx')).AdminRevokeDialog)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (ended && !Dialog) loadDialog()
  }, [ended])
  const closeDrawer = () => onState({ key: undefined })
  const [Drawer, loadDrawer] = useOnDemand(
    async () => (await import('./admin-key-drawer.tsx')).AdminKeyDrawer,
    closeDrawer,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for with each key, where it is not here yet
  useEffect(() => {
    if (key && !Drawer) loadDrawer()
  }, [key])
  return (
    <>
      <PageHeader
        heading="API keys"
        title="API Keys"
        lead="The keys of everybody's programs, the last used first. Nobody can read a key: only how it begins is kept."
      />
      <DataTable
        label="API keys"
        columns={columns}
        result={result}
        rowId={({ id }) => id}
        state={asked}
        onState={onState}
        searchBy="name, key or owner"
        empty={none}
      />
      {Drawer && <Drawer id={key} isCovered={ended !== undefined} onRevoke={setEnded} onClose={closeDrawer} />}
      {Dialog && <Dialog ended={ended} onClose={() => setEnded(undefined)} />}
    </>
  )
}

import {
  Activity,
  BadgeCheck,
  BookUser,
  FileSpreadsheet,
  FlaskConical,
  type LucideIcon,
  PhoneOff,
  Rocket,
} from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { randomId } from '../../lib/ids.ts'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { LinkTabs } from '../../ui/layout/link-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { useDnc } from './integration.data.ts'
import type { IntegrationSearch } from './integration-search.ts'
import { type IssuedKeys, useIssuedKeys } from './issued-keys.ts'

type IntegrationTab = NonNullable<IntegrationSearch['part']>

type TabProps = {
  state: IntegrationSearch
  onState: OnTableStateChange
  issuedKeys: IssuedKeys
  /** Part of every Idempotency-Key during this visit of the page. */
  idempotencySuffix: string
}

const buildTab = (label: string, icon: LucideIcon, load: () => Promise<ComponentType<TabProps>>) => ({
  label,
  icon,
  Screen: lazy(async () => ({ default: await load() })),
})

// Each tab loads only its own code.
const tabs: Record<IntegrationTab, ReturnType<typeof buildTab>> = {
  start: buildTab('Get started', Rocket, async () => (await import('./guide/start-tab.tsx')).StartTab),
  verify: buildTab('Verify webhooks', BadgeCheck, async () => (await import('./guide/verify-tab.tsx')).VerifyTab),
  orders: buildTab(
    'Test orders',
    FlaskConical,
    async () => (await import('./test-orders/test-orders-tab.tsx')).TestOrdersTab,
  ),
  dnc: buildTab('Do not call', PhoneOff, async () => (await import('./dnc/dnc-tab.tsx')).DncTab),
  files: buildTab('Files and recipes', FileSpreadsheet, async () => (await import('./files/files-tab.tsx')).FilesTab),
  contacts: buildTab('Contacts', BookUser, async () => (await import('./contacts/contacts-tab.tsx')).ContactsTab),
  allOrders: buildTab(
    'Test orders',
    FlaskConical,
    async () => (await import('./test-orders/admin-test-orders-tab.tsx')).AdminTestOrdersTab,
  ),
  health: buildTab('Health', Activity, async () => (await import('./health/health-tab.tsx')).HealthTab),
}

type IntegrationTabs = readonly [IntegrationTab, ...IntegrationTab[]]

/** The tabs of administrators and of other users; the first is the default. */
const adminTabs: IntegrationTabs = ['dnc', 'contacts', 'allOrders', 'health']
const ownerTabs: IntegrationTabs = ['start', 'verify', 'orders', 'dnc', 'files']

type IntegrationScreenProps = { state: IntegrationSearch; onState: OnTableStateChange }

/** A tab's content, with the state that survives switching tabs and ends with the page. */
function TabContent({ part, ...props }: IntegrationScreenProps & { part: IntegrationTab }) {
  const issuedKeys = useIssuedKeys()
  const [idempotencySuffix] = useState(() => randomId().slice(0, 8))
  const newestId = issuedKeys.newest?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is chosen once; another may be chosen after it
  useEffect(() => {
    if (newestId) props.onState({ key: newestId })
  }, [newestId])
  const { Screen } = tabs[part]
  return (
    <>
      <Screen {...props} issuedKeys={issuedKeys} idempotencySuffix={idempotencySuffix} />
      <LeaveGuard
        when={issuedKeys.hasUncopied}
        asksOnReload
        title="Leave without the key?"
        text="You haven't copied the key, and it cannot be shown again. To get another, regenerate it."
        leave="Leave"
      />
    </>
  )
}

/** How to connect programs, and the user's own data: do-not-call lists and contacts. */
export function IntegrationScreen({ state, onState }: IntegrationScreenProps) {
  const { isPlatform } = useDnc()
  const parts = isPlatform ? adminTabs : ownerTabs
  const shown = parts.find((part) => part === state.part) ?? parts[0]
  // Choices made in the guide are kept; positions in lists are not.
  const { key, campaign, language, webhook, library, type } = state
  return (
    <>
      <PageHeader
        heading="Integration"
        title="Integration"
        lead={
          isPlatform
            ? 'Do-not-call lists, contact sources, test orders and the health of providers.'
            : 'Order leads through the API, get notified by webhooks, and load them into your CRM, dialer or mail house.'
        }
      />
      <LinkTabs
        label="Integration"
        tabs={parts.map((part) => ({ value: part, ...tabs[part] }))}
        open={shown}
        linkTo={(part) => ({
          to: '/portal/integration',
          search: { key, campaign, language, webhook, library, type, part: part === parts[0] ? undefined : part },
        })}
      />
      <Suspense fallback={<ScreenSkeleton />}>
        <TabContent part={shown} state={state} onState={onState} />
      </Suspense>
    </>
  )
}

import { Activity, BadgeCheck, BookUser, FileSpreadsheet, type LucideIcon, PhoneOff, Rocket } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { randomId } from '../../lib/ids.ts'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { LinkTabs } from '../../ui/layout/link-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { useDnc } from './integration.data.ts'
import type { IntegrationSearch } from './integration-search.ts'
import { type IssuedKeys, useIssuedKeys } from './issued-keys.ts'

type Part = NonNullable<IntegrationSearch['part']>

type PartProps = {
  state: IntegrationSearch
  onState: OnState
  issuedKeys: IssuedKeys
  /** In each Idempotency-Key of this look at the page. */
  once: string
}

const toTab = (label: string, icon: LucideIcon, load: () => Promise<ComponentType<PartProps>>) => ({
  label,
  icon,
  Screen: lazy(async () => ({ default: await load() })),
})

// Whoever looks at one part loads no other.
const tabs: Record<Part, ReturnType<typeof toTab>> = {
  start: toTab('Get started', Rocket, async () => (await import('./guide/start-part.tsx')).StartPart),
  verify: toTab('Verify webhooks', BadgeCheck, async () => (await import('./guide/verify-part.tsx')).VerifyPart),
  dnc: toTab('Do not call', PhoneOff, async () => (await import('./dnc/dnc-part.tsx')).DncPart),
  files: toTab('Files and recipes', FileSpreadsheet, async () => (await import('./files/files-part.tsx')).FilesPart),
  contacts: toTab('Contacts', BookUser, async () => (await import('./contacts/contacts-part.tsx')).ContactsPart),
  health: toTab('Health', Activity, async () => (await import('./health/health-part.tsx')).HealthPart),
}

type Parts = readonly [Part, ...Part[]]

/** The parts for administrators and those for others; the first is shown where the address names none. */
const adminParts: Parts = ['dnc', 'contacts', 'health']
const ownParts: Parts = ['start', 'verify', 'dnc', 'files']

type IntegrationScreenProps = { state: IntegrationSearch; onState: OnState }

/** A part, with what outlives a look at another one and ends with the page. */
function ShownPart({ part, ...props }: IntegrationScreenProps & { part: Part }) {
  const issuedKeys = useIssuedKeys()
  const [once] = useState(() => randomId().slice(0, 8))
  const made = issuedKeys.newest?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is chosen once; another may be chosen after it
  useEffect(() => {
    if (made) props.onState({ key: made })
  }, [made])
  const { Screen } = tabs[part]
  return (
    <>
      <Screen {...props} issuedKeys={issuedKeys} once={once} />
      <LeaveGuard
        when={issuedKeys.isAnyLeft}
        asksOnReload
        title="Leave without the key?"
        text="The key was not copied, and it cannot be shown again. Without it, regenerate the key to get another."
        leave="Leave without it"
      />
    </>
  )
}

/** How programs connect, and what the reader brings along: lists of those who may not be called, and contacts. */
export function IntegrationScreen({ state, onState }: IntegrationScreenProps) {
  const { isPlatform } = useDnc()
  const parts = isPlatform ? adminParts : ownParts
  const shown = parts.find((part) => part === state.part) ?? parts[0]
  // What was chosen in the guide stays so, unlike where somebody was in a list.
  const { key, campaign, language, webhook, library, type } = state
  return (
    <>
      <PageHeader
        heading="Integration"
        title="Integration"
        lead={
          isPlatform
            ? 'The lists that every phone number is checked against, where the phone numbers come from, and how those do who serve us.'
            : 'Connect a program of yours: order leads from it, hear when they are there, and load them where they go.'
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
        <ShownPart part={shown} state={state} onState={onState} />
      </Suspense>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { Activity, BadgeCheck, BookUser, FileSpreadsheet, PhoneOff, Rocket } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { randomId } from '../../lib/ids.ts'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import strip from '../../ui/layout/tabs.module.css'
import type { OnState } from '../../ui/table/columns.ts'
import { useIsPlatform } from './integration.data.ts'
import type { IntegrationSearch } from './integration-search.ts'
import { type IssuedKeys, useIssuedKeys } from './use-issued-keys.ts'

type Part = NonNullable<IntegrationSearch['part']>

const tabs = {
  start: { label: 'Get started', icon: Rocket },
  verify: { label: 'Verify webhooks', icon: BadgeCheck },
  dnc: { label: 'Do not call', icon: PhoneOff },
  files: { label: 'Files and recipes', icon: FileSpreadsheet },
  contacts: { label: 'Contacts', icon: BookUser },
  health: { label: 'Health', icon: Activity },
} as const satisfies Record<Part, unknown>

// Who looks at one part loads no other.
const StartPart = lazy(async () => ({ default: (await import('./start-part.tsx')).StartPart }))
const VerifyPart = lazy(async () => ({ default: (await import('./verify-part.tsx')).VerifyPart }))
const DncPart = lazy(async () => ({ default: (await import('./dnc-part.tsx')).DncPart }))
const FilesPart = lazy(async () => ({ default: (await import('./files-part.tsx')).FilesPart }))
const ContactsPart = lazy(async () => ({ default: (await import('./contacts-part.tsx')).ContactsPart }))
const HealthPart = lazy(async () => ({ default: (await import('./health-part.tsx')).HealthPart }))

/** The parts that a reader has, the first of which is shown where the address names none. */
const partsOf = (isPlatform: boolean): readonly [Part, ...Part[]] =>
  isPlatform ? ['dnc', 'contacts', 'health'] : ['start', 'verify', 'dnc', 'files']

type PartsProps = { parts: readonly [Part, ...Part[]]; shown: Part; state: IntegrationSearch }

function Parts({ parts, shown, state }: PartsProps) {
  // What was chosen in the guide stays so, unlike where somebody was in a list.
  const { key, campaign, language, webhook, library, type } = state
  return (
    <nav className={strip.tabs} aria-label="Integration">
      {parts.map((part) => {
        const { label, icon: Icon } = tabs[part]
        return (
          <Link
            key={part}
            to="/portal/integration"
            search={{ key, campaign, language, webhook, library, type, part: part === parts[0] ? undefined : part }}
            className={strip.tab}
            // Else the router calls all of them current, which differ in nothing but their search.
            activeOptions={{ exact: true }}
            aria-current={part === shown ? 'page' : undefined}
            resetScroll={false}
          >
            <Icon size={16} aria-hidden="true" />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

type IntegrationScreenProps = { state: IntegrationSearch; onState: OnState }

type ShownPartProps = IntegrationScreenProps & { part: Part }
type KeptProps = { issuedKeys: IssuedKeys; once: string }

function PartOf({ part, state, onState, issuedKeys, once }: ShownPartProps & KeptProps) {
  if (part === 'start') return <StartPart state={state} onState={onState} issuedKeys={issuedKeys} once={once} />
  if (part === 'verify') return <VerifyPart state={state} onState={onState} />
  if (part === 'files') return <FilesPart state={state} onState={onState} />
  if (part === 'contacts') return <ContactsPart state={state} onState={onState} />
  if (part === 'health') return <HealthPart />
  return <DncPart state={state} onState={onState} />
}

/** A part, with what outlives a look at another one and ends with the page. */
function ShownPart(props: ShownPartProps) {
  const issuedKeys = useIssuedKeys()
  const [once] = useState(() => randomId().slice(0, 8))
  const made = issuedKeys.newest?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is chosen once; another may be chosen after it
  useEffect(() => {
    if (made) props.onState({ key: made })
  }, [made])
  return (
    <>
      <PartOf {...props} issuedKeys={issuedKeys} once={once} />
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
  const isPlatform = useIsPlatform()
  const parts = partsOf(isPlatform)
  const shown = parts.find((part) => part === state.part) ?? parts[0]
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
      <Parts parts={parts} shown={shown} state={state} />
      <Suspense fallback={<ScreenSkeleton />}>
        <ShownPart part={shown} state={state} onState={onState} />
      </Suspense>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { BookUser, PhoneOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import strip from '../../ui/parts/tabs.module.css'
import type { OnState } from '../../ui/table/columns.ts'
import { DncPart } from './dnc-part.tsx'
import { useIsPlatform } from './integration.data.ts'
import type { IntegrationSearch } from './integration-search.ts'

type IntegrationScreenProps = { state: IntegrationSearch; onState: OnState }

const parts = [
  { label: 'Do not call', part: undefined, icon: PhoneOff },
  { label: 'Contacts', part: 'contacts', icon: BookUser },
] as const

// Only administrators have it, and of them only who asks for it.
const ContactsPart = lazy(async () => ({ default: (await import('./contacts-part.tsx')).ContactsPart }))

function Parts({ shown }: { shown: IntegrationSearch['part'] }) {
  return (
    <nav className={strip.tabs} aria-label="Integration">
      {parts.map(({ label, part, icon: Icon }) => (
        <Link
          key={label}
          to="/portal/integration"
          search={{ part }}
          className={strip.tab}
          // Else the router calls both current, which differ in nothing but their search.
          activeOptions={{ exact: true }}
          aria-current={part === shown ? 'page' : undefined}
          resetScroll={false}
        >
          <Icon size={16} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** What the reader brings along: the lists of those who may not be called, and for administrators the contacts too. */
export function IntegrationScreen({ state, onState }: IntegrationScreenProps) {
  const isPlatform = useIsPlatform()
  const shown = isPlatform ? state.part : undefined
  return (
    <>
      <PageHeader
        heading="Integration"
        title="Integration"
        lead={
          isPlatform
            ? 'The lists that every phone number is checked against, and where the phone numbers come from.'
            : 'The lists that your phone numbers are checked against before you get them.'
        }
      />
      {isPlatform && <Parts shown={shown} />}
      {shown === 'contacts' ? (
        <Suspense fallback={<ScreenSkeleton />}>
          <ContactsPart state={state} onState={onState} />
        </Suspense>
      ) : (
        <DncPart state={state} onState={onState} />
      )}
    </>
  )
}

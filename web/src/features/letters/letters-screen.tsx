import { Button, Skeleton } from '@mantine/core'
import { FileText, MapPin, Plus, Send } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { LinkButton } from '../../ui/display/links.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { LinkTabs } from '../../ui/layout/link-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import type { LettersState } from './letters-search.ts'

const tabs = [
  { value: 'mailings', label: 'Mailings', icon: Send },
  { value: 'templates', label: 'Templates', icon: FileText },
] as const

// Each part loads only its own code.
const MailingList = lazy(async () => ({ default: (await import('./mailings/mailing-list.tsx')).MailingList }))
const MailingDetails = lazy(async () => ({ default: (await import('./mailings/mailing-details.tsx')).MailingDetails }))
const CreateMailing = lazy(async () => ({ default: (await import('./mailings/create-mailing.tsx')).CreateMailing }))
const TemplateList = lazy(async () => ({ default: (await import('./templates/template-list.tsx')).TemplateList }))
const TemplateScreen = lazy(async () => ({ default: (await import('./templates/template-screen.tsx')).TemplateScreen }))

type LettersScreenProps = { state: LettersState; onState: OnTableStateChange }

function LettersPart({ state, onState }: LettersScreenProps) {
  const { mailing, template, create, start } = state
  if (create)
    return <CreateMailing order={state.order} campaign={state.campaign} isSelection={state.selected === true} />
  if (mailing) return <MailingDetails key={mailing} id={mailing} state={state} onState={onState} />
  if (template) return <TemplateScreen key={`${template} ${start}`} id={template} start={start} />
  return <LettersHome state={state} onState={onState} />
}

function LettersHome({ state, onState }: LettersScreenProps) {
  const [sender, openSender] = useDialog(async () => (await import('./sender-dialog.tsx')).SenderDialog)
  return (
    <>
      <PageHeader
        heading="Letters"
        title="Letters"
        lead="Print letters, postcards and labels for your leads, and never write to anyone twice too soon."
        actions={
          <>
            <Button variant="default" leftSection={<MapPin size={16} aria-hidden="true" />} onClick={openSender}>
              Return address
            </Button>
            <LinkButton
              to="/portal/letters"
              search={{ create: true }}
              leftSection={<Plus size={16} aria-hidden="true" />}
            >
              New mailing
            </LinkButton>
          </>
        }
      />
      <LinkTabs
        label="Letters"
        tabs={tabs}
        open={state.tab}
        linkTo={(tab) => ({ from: '/portal/letters', to: '/portal/letters', search: { tab } })}
      />
      {state.tab === 'templates' ? <TemplateList /> : <MailingList state={state} onState={onState} />}
      {sender({})}
    </>
  )
}

/** Templates of letters, and the mailings made with them. */
export const LettersScreen = (props: LettersScreenProps) => (
  <Suspense fallback={<Skeleton height={480} radius="md" role="status" aria-label="Loading letters" />}>
    <LettersPart {...props} />
  </Suspense>
)

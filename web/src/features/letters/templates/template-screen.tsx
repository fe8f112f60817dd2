import { letterKinds } from '@dooryard/contract/leads/letter-kinds'
import { type LetterTemplate, letterTemplates, NewLetterTemplate } from '@dooryard/contract/leads/letter-templates'
import { formatMergeField, mergeFields } from '@dooryard/contract/leads/merge-fields'
import { starterTemplates } from '@dooryard/contract/leads/starter-templates'
import { Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Segments } from '../../../ui/display/segments.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { LoadFailure, NotFound } from '../../../ui/feedback/state-view.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { LetterPreview } from './letter-preview.tsx'

const backLink = { to: '/portal/letters', label: 'Back to letters' } as const

export const lettersTrail = [
  <Link key="letters" to="/portal/letters">
    Letters
  </Link>,
]

const groups = ['Owner', 'Property', 'You'] as const
const fieldActions = groups.map((group) => ({
  group,
  items: mergeFields
    .filter((field) => field.group === group)
    .map(({ name, label }) => ({ value: formatMergeField(name), label })),
}))

type Values = Required<Pick<NewLetterTemplate, 'name' | 'kind' | 'text'>> & { backText: string }

const kinds = letterKinds.terms.map(({ value, label, description }) => ({ value, label, hint: description }))

function TemplateForm({ id, initial }: { id: string | undefined; initial: Values }) {
  const navigate = useNavigate()
  const form = useSchemaForm(NewLetterTemplate, initial)
  const singleFlight = useSingleFlight()
  const refreshes = [letterTemplates.list]
  const create = useEndpointMutation(letterTemplates.create, { refreshes, awaitsRefresh: true, isIdempotent: true })
  const change = useEndpointMutation(letterTemplates.change, { refreshes, awaitsRefresh: true })
  const call = id ? change : create
  const focused = useRef<'text' | 'backText'>('text')
  const insertField = (field: string) => {
    const name = focused.current
    const input = form.getInputNode(name) as HTMLTextAreaElement | null // both are text areas
    const [from, to] = [
      input?.selectionStart ?? form.values[name].length,
      input?.selectionEnd ?? Number.MAX_SAFE_INTEGER,
    ]
    form.setFieldValue(name, `${form.values[name].slice(0, from)}${field}${form.values[name].slice(to)}`)
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + field.length, from + field.length)
    })
  }
  const save = form.submit((values) =>
    singleFlight((release) => {
      const saved = id ? change.mutateAsync({ params: { id }, body: values }) : create.mutateAsync({ body: values })
      saved
        .then((template) => {
          form.resetDirty(values)
          showSuccessToast(`“${template.name}” saved`)
          if (!id) void navigate({ to: '/portal/letters', search: { tab: 'templates' } })
        }, form.showRefusal)
        .finally(release)
    }),
  )
  const isPostcard = form.values.kind === 'POSTCARD'
  const error = form.unlessOnFields(call.error)
  return (
    <TwoColumns widths="minmax(0, 1fr) minmax(0, 1fr)">
      <form onSubmit={save} noValidate>
        <Panel>
          <Stack gap={16}>
            {error && <FailureNotice error={error} />}
            <TextInput label="Name" maxLength={100} {...form.getInputProps('name')} />
            <fieldset className="plain">
              <legend className="visually-hidden">Kind</legend>
              <Segments
                name="kind"
                segments={kinds}
                value={form.values.kind}
                onChange={(kind) => form.setFieldValue('kind', kind)}
              />
            </fieldset>
            <Textarea
              label={isPostcard ? 'Front' : 'Text'}
              description={isPostcard ? 'The first paragraph is the heading.' : undefined}
              rows={isPostcard ? 8 : 20}
              {...form.getInputProps('text')}
              onFocus={() => {
                focused.current = 'text'
              }}
            />
            {isPostcard && (
              <Textarea
                label="Back, beside the address (optional)"
                rows={7}
                {...form.getInputProps('backText')}
                onFocus={() => {
                  focused.current = 'backText'
                }}
              />
            )}
            <Text fz="sm" c="dimmed">
              Fields are filled in for each lead. Write what stands for an unknown value behind a bar:{' '}
              <code>{'{{owner.firstName|Neighbor}}'}</code>
            </Text>
            <Group gap={8} justify="space-between">
              <ActionMenu
                w={160}
                label="Insert field"
                actions={fieldActions}
                isDisabled={false}
                onChoose={insertField}
              />
              <Button type="submit" loading={call.isPending}>
                Save template
              </Button>
            </Group>
          </Stack>
        </Panel>
      </form>
      <Panel title="Preview">
        <LetterPreview
          content={{ kind: form.values.kind, text: form.values.text, backText: isPostcard ? form.values.backText : '' }}
        />
      </Panel>
      <LeaveGuard
        when={form.isDirty}
        asksOnReload
        asksOnSearch
        title="Leave without saving?"
        text="Your changes to this template will be lost."
        leave="Leave"
      />
    </TwoColumns>
  )
}

const blank: Values = { name: '', kind: 'LETTER', text: '', backText: '' }

const toValues = ({ name, kind, text, backText }: LetterTemplate): Values => ({ name, kind, text, backText })

function findStarter(start: number | undefined): Values {
  const starter = starterTemplates[start ?? -1]
  return starter
    ? { name: starter.name, kind: starter.kind, text: starter.text, backText: starter.backText ?? '' }
    : blank
}

/** The editor of a template beside its preview. */
export function TemplateScreen({ id, start }: { id: string; start: number | undefined }) {
  const { data, error, refetch } = useQuery(buildQuery(letterTemplates.list, {}))
  const isNew = id === 'new'
  const template = data?.items.find((one) => one.id === id)
  const heading = isNew ? 'New template' : (template?.name ?? 'Template')
  return (
    <>
      <PageHeader heading={heading} title={heading} trail={lettersTrail} />
      {isNew ? (
        <TemplateForm id={undefined} initial={findStarter(start)} />
      ) : template ? (
        <TemplateForm id={id} initial={toValues(template)} />
      ) : data ? (
        <NotFound what="The template" backLink={backLink} />
      ) : error ? (
        <LoadFailure what="The template" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} radius="md" />
      )}
    </>
  )
}

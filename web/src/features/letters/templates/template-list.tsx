import { letterKinds } from '@dooryard/contract/leads/letter-kinds'
import { type LetterTemplate, letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { starterTemplates } from '@dooryard/contract/leads/starter-templates'
import { ActionIcon, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileText, Mail, Trash2 } from 'lucide-react'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { AnchorLink, LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { EmptyNote } from '../../../ui/feedback/state-view.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'

const kindIcons = { LETTER: FileText, POSTCARD: Mail } as const

function TemplateRow({ template }: { template: LetterTemplate }) {
  const remove = useEndpointMutation(letterTemplates.remove, { refreshes: [letterTemplates.list] })
  const Icon = kindIcons[template.kind]
  const ask = () =>
    openConfirmDialog({
      title: `Delete “${template.name}”?`,
      children: 'Mailings that you have made with it keep their text.',
      labels: { confirm: 'Delete', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        remove.mutate(
          { params: { id: template.id } },
          { onSuccess: () => showSuccessToast(`“${template.name}” deleted`) },
        ),
    })
  return (
    <Group
      component="li"
      gap={12}
      wrap="nowrap"
      px="var(--panel-padding)"
      py={10}
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Icon size={18} aria-hidden="true" style={{ flex: 'none' }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <AnchorLink to="/portal/letters" search={{ template: template.id }}>
          {template.name}
        </AnchorLink>
        <Text fz="sm" c="dimmed" truncate>
          Edited <Instant at={template.updatedAt} />
        </Text>
      </div>
      <Tag tone="plain">{letterKinds.label(template.kind)}</Tag>
      <ActionIcon aria-label={`Delete ${template.name}`} data-hint="Delete" loading={remove.isPending} onClick={ask}>
        <Trash2 size={16} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}

const Starters = () => (
  <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={12} verticalSpacing={12}>
    {starterTemplates.map(({ name, about, kind }, at) => {
      const Icon = kindIcons[kind]
      return (
        <Paper key={name} withBorder p={16} style={{ display: 'flex', flexDirection: 'column', gap: 8 }}>
          <Group gap={8} wrap="nowrap">
            <Icon size={18} aria-hidden="true" />
            <Text fw={600}>{name}</Text>
          </Group>
          <Text fz="sm" c="dimmed" style={{ flex: 1 }}>
            {about}
          </Text>
          <LinkButton
            variant="default"
            size="xs"
            to="/portal/letters"
            search={{ template: 'new', start: at }}
            aria-label={`Start from this: ${name}`}
          >
            Start from this
          </LinkButton>
        </Paper>
      )
    })}
  </SimpleGrid>
)

export function TemplateList() {
  const result = useQuery(buildQuery(letterTemplates.list, {}))
  return (
    <Panel
      flush
      title="Your templates"
      aside={
        <LinkButton variant="default" size="xs" to="/portal/letters" search={{ template: 'new' }}>
          New template
        </LinkButton>
      }
    >
      <QueryContent what="Your templates" result={result} loading={240}>
        {({ items }) => (
          <>
            {items.length === 0 && (
              <div style={{ padding: 'var(--panel-padding)' }}>
                <EmptyNote>No templates yet. Start from one of these, or write your own.</EmptyNote>
              </div>
            )}
            <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {items.map((template) => (
                <TemplateRow key={template.id} template={template} />
              ))}
            </ul>
            <div style={{ padding: 'var(--panel-padding)', borderTop: '1px solid var(--line)' }}>
              <Text fz="sm" c="dimmed" mb={12}>
                Starting points
              </Text>
              <Starters />
            </div>
          </>
        )}
      </QueryContent>
    </Panel>
  )
}

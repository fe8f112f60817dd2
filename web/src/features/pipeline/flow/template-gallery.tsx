import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../../ui/display/panel.tsx'
import { useOnDemand } from '../../../ui/hooks.ts'
import classes from './flow.module.css'
import { type Template, templates } from './templates.ts'

export function TemplateGallery({ onSaved }: { onSaved: (search: SavedSearch) => void }) {
  const [picked, setPicked] = useState<Template>()
  const [Dialog, load] = useOnDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog)
  const open = (template: Template) => {
    if (!Dialog) load()
    setPicked(template)
  }
  return (
    <Panel title="Starting points">
      <SimpleGrid component="ul" className={classes.list} minColWidth="min(240px, 100%)" spacing={12}>
        {templates.map((template) => (
          <Paper key={template.key} component="li" withBorder p={16}>
            <Stack gap={0} h="100%" align="flex-start">
              <Title order={3} lh="inherit">
                {template.name}
              </Title>
              <Text mt={4} mb={12} fz={13} lh="20px" c="dimmed">
                {template.why}
              </Text>
              <Button
                variant="default"
                size="xs"
                mt="auto"
                aria-label={`Use this: ${template.name}`}
                aria-haspopup="dialog"
                onClick={() => open(template)}
              >
                Use this
              </Button>
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {Dialog && <Dialog template={picked} onClose={() => setPicked(undefined)} onSaved={onSaved} />}
    </Panel>
  )
}

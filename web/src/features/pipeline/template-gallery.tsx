import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/display/panel.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import classes from './templates.module.css'
import { type Template, templates } from './templates.ts'

/** Searches worth starting from. */
export function TemplateGallery({ onSaved }: { onSaved: (search: SavedSearch) => void }) {
  const [picked, setPicked] = useState<Template>()
  const [Dialog, load] = useOnDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog)
  const open = (template: Template) => {
    if (!Dialog) load()
    setPicked(template)
  }
  return (
    <Panel title="Starting points">
      <ul className={classes.templates}>
        {templates.map((template) => (
          <li key={template.key}>
            <h3>{template.name}</h3>
            <p>{template.why}</p>
            <Button
              variant="default"
              size="xs"
              aria-label={`Use this: ${template.name}`}
              aria-haspopup="dialog"
              onClick={() => open(template)}
            >
              Use this
            </Button>
          </li>
        ))}
      </ul>
      {Dialog && <Dialog template={picked} onClose={() => setPicked(undefined)} onSaved={onSaved} />}
    </Panel>
  )
}

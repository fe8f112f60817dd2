import type { Role } from '@dooryard/contract/api/roles'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Kbd, Modal, SimpleGrid, Switch, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useMountedOpen } from '../../hooks/hooks.ts'
import { setSingleKeys, useAreSingleKeysOn } from '../../hooks/single-keys.ts'
import { modKey } from './mod-key.ts'
import { listShortcutAreas, type Shortcut, type ShortcutArea } from './shortcut-areas.ts'
import classes from './shortcuts-dialog.module.css'

const separators = { together: '+', sequence: 'then', or: undefined }

const Keys = ({ keys, how = 'or' }: Shortcut) => (
  <dt>
    {keys.map((key, index) => (
      <Fragment key={key}>
        {index > 0 && separators[how] && (
          <Text span fz="xs" c="dimmed">
            {separators[how]}
          </Text>
        )}
        <Kbd size="xs">{key}</Kbd>
      </Fragment>
    ))}
  </dt>
)

const Area = ({ title, shortcuts }: ShortcutArea) => (
  <section>
    <Title order={3} mb={4}>
      {title}
    </Title>
    <dl className={classes.list}>
      {shortcuts.map((shortcut) => (
        <div key={shortcut.action}>
          <Keys {...shortcut} />
          <dd>{shortcut.action}</dd>
        </div>
      ))}
    </dl>
  </section>
)

type ShortcutsProps = { role: Role; opened: boolean; onClose: () => void }

/** Every keyboard shortcut by where it works, and the switch of those of a single key. */
export function ShortcutsDialog({ role, opened, onClose }: ShortcutsProps) {
  const isOn = useAreSingleKeysOn()
  const isOpen = useMountedOpen(opened)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      size={760}
      zIndex={250}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Switch
        mb="md"
        label="Single-key shortcuts"
        description={`Such as ?, / and G. Those with ${modKey} always work, and none works while you type in a field.`}
        checked={isOn}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={32} verticalSpacing={24}>
        {listShortcutAreas(role, modKey).map((area) => (
          <Area key={area.title} {...area} />
        ))}
      </SimpleGrid>
    </Modal>
  )
}

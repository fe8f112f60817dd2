import { Box, Group } from '@mantine/core'

const shortcuts = [
  { keys: ['M'], action: 'Map only, and back' },
  { keys: ['T'], action: 'Table only, and back' },
  { keys: ['↑', '↓'], action: 'Move over the rows' },
  { keys: ['Page Up', 'Page Down'], action: 'A screen of rows up or down' },
  { keys: ['Home', 'End'], action: 'First or last row' },
  { keys: ['Enter'], action: 'Open the property' },
  { keys: ['Space'], action: 'Select it; with Shift, all up to it' },
  { keys: ['Esc'], action: 'Clear the selection' },
  { keys: ['+', '−', 'F'], action: 'On the map: closer, wider, fit' },
  { keys: ['Ctrl'], action: 'On the map, with a click: select it' },
  { keys: ['?'], action: 'Show these keys' },
]

export const ShortcutList = () => (
  <Box component="dl" m={0} fz={13}>
    {shortcuts.map(({ keys, action }) => (
      <Group key={action} gap={8} mih={32} px={8} wrap="nowrap">
        <Group component="dt" gap={4} w={96} flex="none">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Group>
        <Box component="dd" m={0}>
          {action}
        </Box>
      </Group>
    ))}
  </Box>
)

import { Box, Paper, Text } from '@mantine/core'

/** What a file of a suppression list has to have, said before it is chosen. */
export const FileRequirements = () => (
  <Paper bg="var(--raised)" p="12px 16px" fz="sm" lh="20px">
    <Text inherit fw={550}>
      What the file needs
    </Text>
    <Text inherit c="dimmed">
      A header, and in each row below it at least one of these:
    </Text>
    <Box component="ul" m="6px 0" pl={18}>
      <li>
        <strong>Property ID</strong>: the files of your orders have it and work as they are
      </li>
      <li>
        <strong>Address</strong> with <strong>ZIP Code</strong>, and Unit, City and State if there are any: in one
        column or in several, also as Street Address, Mailing Address or Property Address
      </li>
    </Box>
    <Text inherit c="dimmed">
      An address excludes the property there and all whose owners get their mail there, however it is spelled. Other
      columns are ignored.
    </Text>
  </Paper>
)

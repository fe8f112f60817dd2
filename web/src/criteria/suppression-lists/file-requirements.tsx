import { Box, Paper, Text } from '@mantine/core'

/** What a file of a suppression list has to have, said before it is chosen. */
export const FileRequirements = () => (
  <Paper bg="var(--raised)" p="12px 16px" fz="sm" lh="20px">
    <Text inherit fw={550}>
      File requirements
    </Text>
    <Text inherit c="dimmed">
      A header row, and in each row at least one of:
    </Text>
    <Box component="ul" m="6px 0" pl={18}>
      <li>
        <strong>Property ID</strong>, as in the files of your orders
      </li>
      <li>
        <strong>Address</strong> with <strong>ZIP Code</strong>, with Unit, City and State if known, in one or several
        columns. Street Address, Mailing Address and Property Address work too
      </li>
    </Box>
    <Text inherit c="dimmed">
      An address excludes the property there and every property whose owner gets mail there, in any common spelling.
      Other columns are ignored.
    </Text>
  </Paper>
)

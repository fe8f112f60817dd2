import { Box, Text, Title, UnstyledButton } from '@mantine/core'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './auth.module.css'

const password = 'dooryard-demo'

const accounts = [
  { email: 'enterprise@dooryard.test', name: 'Enterprise', shows: 'Campaigns and orders' },
  { email: 'consumer@dooryard.test', name: 'Consumer', shows: 'The lead finder' },
  { email: 'admin@dooryard.test', name: 'Superadmin', shows: 'Users, county datasets, audit log' },
  { email: 'affiliate@dooryard.test', name: 'Affiliate', shows: 'The portal home' },
]

type DemoAccountsProps = {
  /** Whether the portal is reachable from other machines. */
  isExposed: boolean
  chosen: string
  onChoose: (login: { email: string; password: string }) => void
}

/** The accounts of a demo, one of each role; choosing one fills the form. */
export const DemoAccounts = ({ isExposed, chosen, onChoose }: DemoAccountsProps) => (
  <Box
    component="section"
    mt="md"
    p="md"
    bd="1px dashed var(--mantine-color-default-border)"
    bdrs="lg"
    ta="left"
    fz="sm"
    lh="18px"
    aria-labelledby="demo"
  >
    <Title order={2} id="demo" fz="sm" lh="18px" c="var(--mantine-color-text)">
      Try the demo
    </Title>
    <Text inherit lh="18px">
      Sample data. Pick a role.
    </Text>
    {isExposed && (
      <Box mt="sm">
        <Notice tone="warn">
          Anyone can sign in with these accounts and see what you enter. Enter nothing about real people.
        </Notice>
      </Box>
    )}
    <Box mt="sm" className={`${classes.pair} ${classes.close}`}>
      {accounts.map(({ email, name, shows }) => (
        <UnstyledButton
          key={email}
          className={classes.account}
          aria-pressed={chosen === email}
          onClick={() => onChoose({ email, password })}
        >
          <strong>{name}</strong>
          {shows}
        </UnstyledButton>
      ))}
    </Box>
  </Box>
)

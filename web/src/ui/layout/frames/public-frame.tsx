import { Box, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTitle } from '../../../lib/navigation/use-title.ts'
import { Illustration } from '../../brand/illustration.tsx'
import { LogoMark } from '../../brand/logo.tsx'
import classes from './public-frame.module.css'

export const fullHeight = 'calc(100dvh - var(--banner-height, 0px))'

export const LegalLinks = () => (
  <Group component="nav" aria-label="Legal" justify="center" gap="4px 20px" fz="sm" lh="24px" className={classes.legal}>
    <Link to="/terms">Terms of Service</Link>
    <Link to="/privacy">Privacy Policy</Link>
    <Link to="/refund-policy">Refund and Credit Policy</Link>
  </Group>
)

type PublicFrameProps = {
  title: string
  heading: string
  lead: ReactNode
  /** Below the card: links to other screens. */
  after?: ReactNode
  children: ReactNode
}

export function PublicFrame({ title, heading, lead, after, children }: PublicFrameProps) {
  useTitle(title)
  return (
    <Stack gap={0} mih={fullHeight}>
      {/* Aligned to the top, so that the card does not move when something appears below it. */}
      <Center
        component="main"
        id="main"
        flex={1}
        p="clamp(24px, 8vh, 96px) 16px 16px"
        style={{ alignItems: 'flex-start' }}
      >
        <Box w="min(100%, 400px)">
          <Stack align="center" gap={0} mb={24} ta="center">
            <LogoMark size={44} />
            <Title mt={16} lts="-0.018em">
              {heading}
            </Title>
            <Text c="dimmed" mt={4} className={classes.lead} style={{ textWrap: 'pretty', overflowWrap: 'anywhere' }}>
              {lead}
            </Text>
          </Stack>
          <Paper withBorder radius="lg" p={24}>
            {children}
          </Paper>
          {after && (
            <Stack gap={4} mt={16} c="dimmed" ta="center" className={classes.after}>
              {after}
            </Stack>
          )}
        </Box>
      </Center>
      <footer>
        <div className={classes.street}>
          <Illustration />
        </div>
        <Box px={16} pt={8} pb={12}>
          <LegalLinks />
        </Box>
      </footer>
    </Stack>
  )
}

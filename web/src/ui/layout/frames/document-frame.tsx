import { Box, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../../brand/logo.tsx'
import classes from './document-frame.module.css'
import { fullHeight, LegalLinks } from './public-frame.tsx'

/** A public page of text: `text` has a comfortable line length, `wide` has room for more. */
export const DocumentFrame = ({ width, children }: { width: 'text' | 'wide'; children: ReactNode }) => (
  <Stack gap={0} mih={fullHeight}>
    <Group component="header" className={classes.bar}>
      <Link to="/" aria-label="Dooryard, home">
        <Logo />
      </Link>
    </Group>
    <Box component="main" id="main" flex={1} className={classes.main} data-width={width}>
      {children}
    </Box>
    <Box component="footer" p={16} className={classes.foot}>
      <LegalLinks />
    </Box>
  </Stack>
)

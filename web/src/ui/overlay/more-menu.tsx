import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** Further actions of a screen behind one button; its children are `Menu.Item`s. */
export const MoreMenu = ({ children }: { children: ReactNode }) => (
  <Menu position="bottom-end" width={224} shadow="md">
    <Menu.Target>
      <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden="true" />}>
        More
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

import { testDetailScreens } from '../screens.ts'

testDetailScreens(['admin'], { part: 1, of: 2 })

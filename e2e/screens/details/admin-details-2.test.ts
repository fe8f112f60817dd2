import { testDetailScreens } from '../screens.ts'

testDetailScreens(['admin'], { part: 2, of: 2 })

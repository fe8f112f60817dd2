import { testDetailScreens } from '../screens.ts'

testDetailScreens(['nobody', 'consumer'])

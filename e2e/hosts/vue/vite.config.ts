import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const isCustomElement = (tag: string) => /^(customer-|event-layers$)/.test(tag)

export default defineConfig({ plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] })

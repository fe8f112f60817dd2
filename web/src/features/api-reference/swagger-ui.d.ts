declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  const createSwaggerUi: (options: import('./swagger.ts').SwaggerOptions) => import('./swagger.ts').SwaggerSystem

  export = createSwaggerUi
}

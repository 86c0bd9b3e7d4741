-- Neovim as a client: prints diagnostics and code actions, applies the first action, and prints the number of remaining diagnostics.
-- nvim --headless -u NONE -c 'luafile neovim.lua'; SERVER: the command, FILE: the source.
local function say(...) io.stdout:write(string.format(...) .. '\n') end

vim.cmd('edit ' .. vim.env.FILE)
local id = vim.lsp.start_client({ cmd = vim.split(vim.env.SERVER, ' '), root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)

local function diagnostics(n)
  vim.wait(20000, function() return #vim.diagnostic.get(0) == n end, 20)
  return vim.diagnostic.get(0)
end

local found = diagnostics(1)
for _, d in ipairs(found) do
  say('diagnostic %d:%d %s %s', d.lnum + 1, d.col + 1, d.code, vim.split(d.message, '\n')[1])
end
local params = vim.lsp.util.make_range_params()
params.range.start = { line = found[1].lnum, character = found[1].col }
params.range['end'] = params.range.start
params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, found[1].lnum) }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 20000)
local actions = answers[id].result
for _, action in ipairs(actions) do say('action %s', action.title) end
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
say('left %d', #diagnostics(0))
say('text %s', table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), ' '))
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover',
  { textDocument = params.textDocument, position = params.range.start }, 20000)
say('hover %s', hover[id].result.contents.value:match('%d+ wavefronts? where %d+ would do') or 'none')
vim.lsp.stop_client(id)
vim.cmd('qa!')

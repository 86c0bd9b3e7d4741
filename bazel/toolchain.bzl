"""The smemlint that the aspect runs, and where it comes from."""

def _toolchain_impl(ctx):
    return [platform_common.ToolchainInfo(program = ctx.executable.program, files = depset(ctx.files.files))]

smemlint_toolchain = rule(
    _toolchain_impl,
    doc = "A smemlint.",
    attrs = {
        "program": attr.label(mandatory = True, executable = True, allow_files = True, cfg = "exec"),
        "files": attr.label_list(allow_files = True, doc = "What is beside the program, and it needs."),
    },
)

_BUILD = """load("@smemlint//:toolchain.bzl", "smemlint_toolchain")

smemlint_toolchain(
    name = "smemlint_toolchain",
    files = glob(["archive/**"]),
    program = "{program}",
)

toolchain(
    name = "toolchain",
    exec_compatible_with = {platform},
    toolchain = ":smemlint_toolchain",
    toolchain_type = "@smemlint//:toolchain_type",
)
"""

_LINUX = ["@platforms//os:linux", "@platforms//cpu:x86_64"]

def _program_impl(ctx):
    if ctx.attr.urls:
        ctx.download_and_extract(ctx.attr.urls, "archive", ctx.attr.sha256, stripPrefix = ctx.attr.strip_prefix)
        ctx.file("BUILD.bazel", _BUILD.format(program = "archive/bin/smemlint", platform = _LINUX))
        return
    path = ctx.attr.path or ctx.which("smemlint")
    if not path or not ctx.path(path).exists:
        fail("there is no smemlint at '%s'" % path if path else "no smemlint is found on PATH: say `path`, or `urls`")
    ctx.symlink(path, "smemlint")
    ctx.file("BUILD.bazel", _BUILD.format(program = "smemlint", platform = []))

smemlint_program = repository_rule(
    _program_impl,
    doc = "A release's archive, or the smemlint of this machine; register_toolchains(\"@NAME//:toolchain\") takes it.",
    attrs = {
        "urls": attr.string_list(doc = "Where the archive is."),
        "sha256": attr.string(),
        "strip_prefix": attr.string(doc = "smemlint-VERSION-linux-x86_64"),
        "path": attr.string(doc = "The program, where there are no urls; empty: it is searched for on PATH."),
    },
    environ = ["PATH"],
    local = True,
)

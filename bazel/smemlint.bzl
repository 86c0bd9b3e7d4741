"""The aspect: bazel build --aspects=@smemlint//:smemlint.bzl%smemlint --output_groups=smemlint //...

Each target's CUDA sources are one action, so that launches are found in other sources of their target.  Its outputs are
NAME.smemlint.txt and NAME.smemlint.sarif, in the output group `smemlint`, with those of the targets that it depends on.
"""

load(":settings.bzl", "SettingInfo")

SmemlintInfo = provider("Reports.", fields = {"reports": "a depset of files: of the target and what it depends on"})

_DEPENDENCIES = ["deps", "implementation_deps"]

# Their files are sources of others, which have the flags.
_COLLECTIONS = ["filegroup", "genrule"]

def _sources(ctx):
    files = [] if ctx.rule.kind in _COLLECTIONS else getattr(ctx.rule.files, "srcs", [])
    return [file for file in files if file.basename.endswith(".cu") or file.basename.endswith(".cu.cc")]

def _headers(ctx):
    attributes = ["hdrs", "textual_hdrs", "srcs"]
    return [file for name in attributes for file in getattr(ctx.rule.files, name, [])]

def _add_flags(ctx, args, context):
    args.add("--")
    args.add_all(ctx.fragments.cpp.copts)
    args.add_all(ctx.fragments.cpp.cxxopts)
    if context:
        args.add_all(context.defines, format_each = "-D%s")
        args.add_all(context.includes, format_each = "-I%s")
        args.add_all(context.quote_includes, before_each = "-iquote")
        args.add_all(context.system_includes, before_each = "-isystem")
        args.add_all(getattr(context, "external_includes", depset()), before_each = "-isystem")
    args.add_all(getattr(ctx.rule.attr, "local_defines", []), format_each = "-D%s")
    args.add_all([flag for flag in getattr(ctx.rule.attr, "copts", []) if "$(" not in flag])

def _lint(target, ctx, sources):
    toolchain = ctx.toolchains["@smemlint//:toolchain_type"]
    context = target[CcInfo].compilation_context if CcInfo in target else None
    fails = ctx.attr._fail[SettingInfo].value
    outputs = [ctx.actions.declare_file("%s.smemlint.%s" % (target.label.name, format)) for format in ["txt", "sarif"]]
    args = ctx.actions.args()
    args.add_all(["--no-cache", "--cuda-path=none", "--output=text:-"])
    args.add("--config", ctx.file._config)
    args.add_all([word for word in ctx.attr._args[SettingInfo].value.split(" ") if word])
    args.add_all(["--output=%s:%s" % pair for pair in zip(["text", "sarif"], [file.path for file in outputs])])
    if not fails:
        args.add("--exit-zero")
    args.add("--end-of-options")
    args.add_all(sources)
    _add_flags(ctx, args, context)
    ctx.actions.run_shell(
        # 3: not all was analysed, which the report says
        command = "\"$@\"" if fails else "\"$@\" || [ $? -eq 3 ]",
        arguments = [toolchain.program.path, args],
        tools = [toolchain.program],
        inputs = depset(
            sources + _headers(ctx) + [ctx.file._config],
            transitive = [toolchain.files] + ([context.headers] if context else []),
        ),
        outputs = outputs,
        mnemonic = "Smemlint",
        progress_message = "Linting the shared memory of %s" % target.label,
    )
    return outputs

def _smemlint_impl(target, ctx):
    sources = _sources(ctx)
    reports = depset(
        _lint(target, ctx, sources) if sources else [],
        transitive = [
            other[SmemlintInfo].reports
            for name in _DEPENDENCIES
            for other in getattr(ctx.rule.attr, name, [])
            if SmemlintInfo in other
        ],
    )
    return [SmemlintInfo(reports = reports), OutputGroupInfo(smemlint = reports)]

smemlint = aspect(
    _smemlint_impl,
    attr_aspects = _DEPENDENCIES,
    attrs = {
        "_fail": attr.label(default = "@smemlint//:fail"),
        "_args": attr.label(default = "@smemlint//:args"),
        "_config": attr.label(default = "@smemlint//:config", allow_single_file = True),
    },
    fragments = ["cpp"],
    toolchains = ["@smemlint//:toolchain_type"],
)

"""Nav2 drives a TurtleBot3 of worlds/ros_map on a known map; AMCL localises it."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

NODES = {
    "map_server": ("nav2_map_server", "map_server"),
    "amcl": ("nav2_amcl", "amcl"),
    "planner_server": ("nav2_planner", "planner_server"),
    "controller_server": ("nav2_controller", "controller_server"),
    "behavior_server": ("nav2_behaviors", "behavior_server"),
    "bt_navigator": ("nav2_bt_navigator", "bt_navigator"),
    "lifecycle_manager_navigation": ("nav2_lifecycle_manager", "lifecycle_manager"),
}


def generate_launch_description():
    share = Path(get_package_share_directory("skidpad"))
    world, map_file = LaunchConfiguration("world_file"), LaunchConfiguration("map_file")
    params = str(share / "params" / "nav2.yaml")
    simulator = Node(
        package="skidpad",
        executable="mvsim_node",
        name="mvsim",
        output="screen",
        # The robot stands still until Nav2 commands it, so that AMCL's first pose is right.
        arguments=["--var", "start_speed=0", "--var", "start_turn_deg_s=0"],
        parameters=[{"world_file": world, "headless": True, "do_fake_localization": False}],
    )
    nodes = [
        Node(
            package=package,
            executable=executable,
            name=name,
            output="screen",
            parameters=[params, {"yaml_filename": map_file}] if name == "map_server" else [params],
        )
        for name, (package, executable) in NODES.items()
    ]
    rviz = Node(
        package="rviz2",
        executable="rviz2",
        arguments=["-d", str(share / "rviz" / "nav2.rviz")],
        parameters=[{"use_sim_time": True}],
        condition=IfCondition(LaunchConfiguration("use_rviz")),
    )
    declared = [
        DeclareLaunchArgument("world_file", description="worlds/ros_map.world.xml"),
        DeclareLaunchArgument("map_file", description="worlds/maps/yard.yaml"),
        DeclareLaunchArgument("use_rviz", default_value="true", description="Start RViz"),
    ]
    return LaunchDescription([*declared, simulator, *nodes, rviz])
